"""Write the card of a dataset: a README.md with the YAML front matter of the Hugging Face Hub."""

from toctoc import __version__
from toctoc.addresses import page_address
from toctoc.arena.plan import Simulation
from toctoc.core.registry import find

CARD_FILE = "README.md"
CARD = """\
---
pretty_name: "{title}, {players} players"
task_categories:
- reinforcement-learning
tags:
- card-games
- imperfect-information
- toctoc
configs:
- config_name: games
  data_files: games/*.parquet
  default: true
- config_name: steps
  data_files: steps/*.parquet
---

# {title}, {players} players

Every step of simulated games. No data of people.

| | |
|---|---|
| game | `{game}`, rules version {rules}, {players} players |
| options | {options} |
| players | {bots} |
| seed | {seed} |
| made by | Toctoc {version}, `toctoc dataset` |

`games` has a row for each game, with bots, scores and winners. `steps` has a row for each step: game, seat (-1 is
chance), action as the rules number it, and the number of legal actions. Columns and examples:
{guide}.

- Steps contain hidden cards: for a player's view, use `toctoc.lab.observations`.
- Bots are no people: do not draw conclusions about human play.
- Games with the same seed are the same games. Train and test with different seeds.
"""


def card(simulation: Simulation) -> str:
    """Return the card of the dataset of a simulation."""
    game = find(simulation.game)
    options = ", ".join(f"`{name}={value}`" for name, value in simulation.options.items()) or "none"
    address = page_address("reference/dataset")
    bots = ", ".join(f"`{bot}`" for bot in dict.fromkeys(simulation.lineup)) or "uniformly random legal actions"
    return CARD.format(
        title=game.title, players=simulation.players, game=game.name, rules=game.rules.VERSION, options=options,
        bots=bots, seed=simulation.seed, version=__version__,
        guide=f"<{address}>" if address else "`docs/reference/dataset.md` in Toctoc's sources",
    )  # fmt: skip
