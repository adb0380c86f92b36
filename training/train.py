"""Train a net by games against itself, its older selves and the levels; resume a training."""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import torch

from training import nets, plot
from training.crew import LEARNER, OLDER
from training.group import Group
from training.league import FREE, LEAGUES, PAST
from training.ppo import Teacher
from training.rollout import Played, Rollouts, pinned, shares

EXPLOITER_ENTROPY_BONUS = 0.01  # its policy need not be hidden
CRITIC_WARMUP_UPDATES = 400  # of a new critic alone, beside given weights
EXPLOITER = "exploiter"  # in the learning curve: its share, alone against the player
MAX_OLDER_NETS = 12
OLDER_NET_ROUNDS = 12  # from one copy of the player to the next
CURVE_SEEDS = 1 << 40  # from here on: games of the learning curve


@dataclass(frozen=True)
class Plan:
    """Hold the options of a training."""

    game: str
    device: str  # of the nets
    seed: int
    minutes: float  # in total, earlier runs included
    rounds: int  # if not 0, instead of minutes: the same seed gives the same net
    pause: float  # minutes until this run stops, to be resumed; 0: no pause
    threads: int
    groups: int
    rows: int  # tables of a group
    steps: int  # of every table, in a round
    batch: int
    epochs: int
    critic: int  # width of its layers
    judged: int  # games of each point of the learning curve
    respond: Path | None  # weights of the only opponent, at all other seats: a best response
    lesson: float  # first share of the training that imitates a level
    every: float  # minutes between two points of the learning curve
    start: Path | None = None  # initial weights
    guests: tuple[Path, ...] = ()  # weights of opponents at half of the tables with older selves
    width: int = nets.LAYER_WIDTH  # of the player's layers
    tables: str = "cpu"  # their device: cpu or cuda
    exploiters: int = 0  # groups with one exploiter at every table: a second net, trained to beat the player
    challenges: int = 0  # groups where it is alone at tables of one older self or guest
    rate: tuple[float, float] = (1e-3, 1e-4)  # learning rate, at the beginning and at the end
    entropy: tuple[float, float] = (0.02, 0.005)  # entropy bonus, likewise


@dataclass
class Progress:
    """Count the rounds, minutes and decisions of a training."""

    rounds: int = 0
    minutes: float = 0.0
    decisions: int = 0

    def share(self, plan: Plan) -> float:
        """Return the finished share of `plan`."""
        return min(1.0, self.rounds / plan.rounds if plan.rounds else self.minutes / plan.minutes)


class Training:
    """Train the nets of a plan; `save` and `load` store the training in a folder."""

    def __init__(self, plan: Plan, folder: Path, say: Callable[[str], None] = print) -> None:
        self.plan, self.folder, self.say = plan, folder, say
        self.device = torch.device(plan.device)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        if plan.device == "cpu":
            torch.set_num_threads(max(1, plan.threads // 2))  # the other half plays; threads that spin stop both
        self.generator = torch.Generator(self.device).manual_seed(plan.seed)
        self.chance = Random(plan.seed)
        self.progress = Progress()
        self.curve: list[dict[str, float]] = []
        self.league = LEAGUES[plan.game]
        self.opponents = (PAST,) if plan.respond else self.league.opponents
        self.odd = "" if plan.respond else self.league.odd
        self.groups = [self._group(n) for n in range(plan.groups)]
        made = self.groups[0].made
        player = nets.Player(made.inputs, made.actions, made.parts, plan.width).to(self.device)
        critic = nets.Critic(made.inputs, made.secrets, plan.critic).to(self.device)
        self.rollouts = Rollouts(self.groups, plan.steps, self.device, plan.threads)
        self.rollouts.stagger(self.league.longest)
        seen = torch.cat([group.shown["inputs"].to(self.device) for group in self.groups])
        nets.scale_inputs([player, critic], seen)
        if plan.start:
            nets.adopt(player, self._read(plan.start))
        self.teacher = self._teacher(player, critic)
        self.exploiter = (
            self._teacher(copy.deepcopy(player), copy.deepcopy(critic), OLDER) if plan.exploiters else None
        )
        self.its_tables: Played | None = None  # what was played with the exploiter
        self.older = [self._read(plan.respond) if plan.respond else copy.deepcopy(player)]
        self.guests = [self._read(file) for file in plan.guests]

    def _group(self, n: int) -> Group:
        plan, tables = self.plan, self.league.tables[n % len(self.league.tables)]
        has_exploiter = n >= plan.groups - plan.exploiters
        alone = plan.respond or has_exploiter or n < plan.challenges
        against, law = PAST if alone else None, FREE if has_exploiter else None
        seed = plan.seed * 1000 + n
        return Group(
            plan.game, tables.players, plan.rows, seed, against, law, tables.options, pinned, device=plan.tables
        )  # fmt: skip

    def _read(self, file: Path) -> nets.Player:
        """Read weights of this game."""
        found, inputs = nets.imported(file), self.groups[0].made.inputs
        found.to(self.device)
        if len(found.scale) != inputs:
            raise ValueError(f"{file} is of another game: its net has {len(found.scale)} inputs, not {inputs}")
        return found

    def _teacher(self, player: nets.Player, critic: nets.Critic, whose: int = LEARNER) -> Teacher:
        parameters = [*player.parameters(), *critic.parameters()]
        on_gpu, rate = self.plan.device == "cuda", self.plan.rate[0]
        first_rate = torch.tensor(rate, device=self.device) if on_gpu else rate
        optimizer = torch.optim.Adam(parameters, lr=first_rate, eps=1e-5, fused=on_gpu, capturable=on_gpu)
        warmup = CRITIC_WARMUP_UPDATES if self.plan.start else 0
        return Teacher(player, critic, copy.deepcopy(player), optimizer, whose, warmup)

    def run(self) -> None:
        """Train until the plan is done, or it is time to pause."""
        plan, progress = self.plan, self.progress
        began, before = time.monotonic(), progress.minutes
        due = progress.minutes
        while progress.share(plan) < 1.0:
            means = self._round()
            progress.minutes = before + (time.monotonic() - began) / 60
            pausing = 0 < plan.pause <= progress.minutes - before
            if progress.minutes >= due or pausing or progress.share(plan) >= 1.0:
                due = progress.minutes + plan.every
                self._judge(means)
                self.save()
                progress.minutes = before + (time.monotonic() - began) / 60
            if pausing:
                return

    def _round(self) -> dict[str, float]:
        plan, share = self.plan, self.progress.share(self.plan)
        older = [self._older_net() for _ in self.groups]
        if self.exploiter:
            older[-plan.exploiters :] = [self.exploiter.player] * plan.exploiters
        lesson = share < plan.lesson
        for group in self.groups:
            group.skipping = not lesson  # an imitation needs the actions of the levels
        began = time.monotonic()
        played = self.rollouts.play(self.teacher.player, older, self.generator)
        learning = time.monotonic()
        rate, entropy = (first * (last / first) ** share for first, last in (plan.rate, plan.entropy))
        means = self.teacher.learn(played, rate, entropy, plan.batch, plan.epochs, self.generator, float(lesson))
        if self.exploiter:
            rows = slice(self.rollouts.parts[-plan.exploiters].start, None)
            self.its_tables = played.of(rows, self.its_tables)
            self.exploiter.learn(
                self.its_tables, rate, EXPLOITER_ENTROPY_BONUS, plan.batch, plan.epochs, self.generator
            )
        means |= {"playing": learning - began, "learning": time.monotonic() - learning}
        self.progress.rounds += 1
        self.progress.decisions += plan.steps * self.rollouts.rows
        if self.progress.rounds % OLDER_NET_ROUNDS == 0 and not plan.respond:
            self._remember()
        return means

    def _older_net(self) -> Any:
        """Draw a frozen net: an older self, or every second time a guest."""
        return self.chance.choice(self.guests if self.guests and self.chance.random() < 0.5 else self.older)

    def _remember(self) -> None:
        """Copy the player and the exploiter; drop random older copies beyond `MAX_OLDER_NETS`."""
        for teacher in (self.teacher, self.exploiter):
            if teacher and len(self.older) >= MAX_OLDER_NETS:
                self.older.pop(self.chance.randrange(len(self.older)))
            if teacher:
                self.older.append(copy.deepcopy(teacher.averaged))

    def _judge(self, means: dict[str, float]) -> None:
        """Add a point to the learning curve."""
        plan, progress = self.plan, self.progress
        point = {"minutes": progress.minutes, "decisions": float(progress.decisions), **means}
        for opponent in self.opponents:
            point[opponent], _ = self.judged(opponent)
        lines = [*self.opponents]
        if self.odd:
            point[self.odd], _ = self.judged_odd(self.odd)
            lines.append(self.odd)
        if self.exploiter:
            point[EXPLOITER], _ = self._shares(self.exploiter.averaged, PAST, None, self.teacher.averaged)
            lines.append(EXPLOITER)
        self.curve.append(point)
        line = "  ".join(f"{name} {point[name]:.3f}" for name in (*lines, *means))
        self.say(f"{progress.minutes:6.2f} min  round {progress.rounds}  {progress.decisions / 1e6:.1f} M  {line}")
        if plan.judged:
            plot.write(self.folder / "curve.svg", self.curve, lines)

    def judged(self, opponent: str) -> tuple[float, int]:
        """Return the share of victory of one against all others of a level, or of the past, and the games."""
        return self._shares(self.teacher.averaged, opponent, None, self.older[0])

    def judged_odd(self, law: str) -> tuple[float, int]:
        """Return the share of victory of one who is stubborn, and else plays as all others do, and the games."""
        player = self.teacher.averaged
        share, games = self._shares(player, PAST, law, player)
        return 1.0 - (self.league.tables[0].players - 1) * share, games

    def _shares(self, player: Any, opponent: str, law: str | None, older: Any) -> tuple[float, int]:
        """Return the mean share of victory of those who learn, in games that are never trained with."""
        plan, tables = self.plan, self.league.tables[0]
        parts = 1 if plan.tables == "cuda" else max(1, min(plan.threads, plan.judged // 16))
        group = partial(Group, law=law, options=tables.options, room=pinned, device=plan.tables)
        seeds = range(CURVE_SEEDS, CURVE_SEEDS + parts)
        groups = [group(plan.game, tables.players, plan.judged // parts, seed, opponent) for seed in seeds]
        generator = torch.Generator(self.device).manual_seed(1)
        playing = Rollouts(groups, 1, self.device, plan.threads)
        found = shares(playing, player, generator, older)
        playing.pool.shutdown()
        return found

    def save(self) -> None:
        """Write the weights for players, the learning curve and a checkpoint for `load`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        parts = self.groups[0].made.parts
        nets.export(self.teacher.averaged.state_dict(), self.folder / f"{self.plan.game}.npz", parts)
        (self.folder / "curve.json").write_text(json.dumps(self.curve, indent=1), encoding="utf-8")
        kept: dict[str, Any] = {
            "teacher": self.teacher.kept(), "exploiter": self.exploiter.kept() if self.exploiter else None,
            "older": [{k: v.half() for k, v in net.state_dict().items()} for net in self.older],
            "progress": asdict(self.progress), "curve": self.curve,
        }  # fmt: skip
        partial = self.folder / "checkpoint.partial"
        torch.save(kept, partial)
        partial.replace(self.folder / "checkpoint.pt")

    def load(self) -> None:
        """Read the checkpoint of `save`: the same nets play new games."""
        kept = torch.load(self.folder / "checkpoint.pt", map_location=self.device, weights_only=True)
        self.teacher.restore(kept["teacher"])
        if self.exploiter and kept["exploiter"]:
            self.exploiter.restore(kept["exploiter"])
        self.older = []
        for weights in kept["older"]:
            net = copy.deepcopy(self.teacher.averaged)
            net.load_state_dict(weights)
            self.older.append(net)
        self.progress = Progress(**kept["progress"])
        self.curve = kept["curve"]
