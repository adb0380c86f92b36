"""Train a net: python3 run.py train GAME [--device cpu|cuda] [--minutes M] [--seed S] [--out DIR] [--resume]"""

import argparse
import os
from pathlib import Path

import torch

from training import nets
from training.league import LEAGUES
from training.train import Plan, Training

# A GPU plays large groups of tables; on a CPU few are enough.
SIZES = {
    "cuda": {"rows": 1 << 14, "steps": 32, "batch": 1 << 17, "epochs": 2, "critic": 512, "judged": 4096},
    "cpu": {"rows": 256, "steps": 32, "batch": 1 << 11, "epochs": 1, "critic": 128, "judged": 512},
}


def main() -> None:
    """Read the command line, and train."""
    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser("run.py train", description=__doc__)
    parser.add_argument("game", choices=LEAGUES)
    parser.add_argument("--device", choices=SIZES, default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--tables", choices=SIZES, help="where they are played; else where the nets are")
    parser.add_argument("--minutes", type=float, default=10.0, help="of training in all")
    parser.add_argument("--rounds", type=int, default=0, help="instead of minutes; same seed, same net on a CPU")
    parser.add_argument("--pause", type=float, default=0.0, help="stop after so many minutes, to be resumed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--respond", type=Path, help="weights of a net: train a best response to it")
    parser.add_argument("--start", type=Path, help="initial weights of the net; its critic begins anew")
    parser.add_argument(
        "--exploiters",
        type=int,
        metavar="GROUPS",
        help="with an exploiter, trained to beat the net",
    )
    parser.add_argument("--guests", type=Path, nargs="+", default=[], help="weights of further opponents")
    parser.add_argument(
        "--challenges",
        type=int,
        default=0,
        metavar="GROUPS",
        help="with one of it at tables of one older net or guest",
    )
    parser.add_argument("--width", type=int, default=nets.LAYER_WIDTH, help="of the net's layers")
    parser.add_argument("--rate", type=float, nargs=2, metavar=("FIRST", "LAST"), help="of learning")
    parser.add_argument("--entropy", type=float, nargs=2, metavar=("FIRST", "LAST"), help="bonus for it")
    parser.add_argument("--lesson", type=float, default=0.0, help="share of the time, at first, to imitate comte")
    parser.add_argument("--threads", type=int, default=cores)
    parser.add_argument("--groups", type=int, help="of tables; as many as threads, and four at least")
    parser.add_argument("--every", type=float, default=0.5, help="minutes between points of the learning curve")
    for name in ("rows", "steps", "batch", "epochs", "critic", "judged"):
        parser.add_argument(f"--{name}", type=int)
    given = vars(parser.parse_args())
    given["tables"] = given["tables"] or given["device"]
    groups = given["groups"] or max(4, given["threads"])
    exploiters = given["exploiters"] or 0
    if not 0 <= exploiters <= groups:
        parser.error(f"--exploiters {exploiters}: 0 to {groups}, as many as there are groups")
    if not 0 <= given["challenges"] <= groups - exploiters:
        parser.error(
            f"--challenges {given['challenges']}: 0 to {groups - exploiters}, as many as have no exploiter"
        )
    if exploiters and given["respond"]:
        parser.error("--exploiters is for a net that learns to play; with --respond there is one opponent only")
    out, resume = given.pop("out"), given.pop("resume")
    chosen = {name: value for name, value in given.items() if value is not None or name == "respond"}
    training = Training(Plan(**{**SIZES[given["device"]], **chosen, "groups": groups}), out)
    if resume and (out / "checkpoint.pt").exists():
        training.load()
    training.run()


if __name__ == "__main__":
    main()
