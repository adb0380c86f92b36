"""Measure what the README and the documentation state: python3 run.py bench NAME. Results are in docs/reports."""

# Each command with its module, which has a click command `main`.
COMMANDS = {
    "lab": "benchmarks.lab.command",
    "bulk-play": "benchmarks.bulk_play",
    "start": "benchmarks.start",
    "move": "benchmarks.move",
    "live": "benchmarks.live.command",  # needs Linux, and the server's packages
    "flood": "benchmarks.flood.command",
    "soak": "benchmarks.soak",
    "nodes": "benchmarks.nodes.command",
    "browser": "benchmarks.browser",
    "waiting": "benchmarks.waiting",
    "gpu": "benchmarks.gpu",  # needs an NVIDIA GPU
    "leaderboard": "benchmarks.leaderboard",
    "maskable-ppo": "benchmarks.maskable_ppo",  # needs sb3-contrib
    "win-probability": "benchmarks.win_probability",
}

IN_CHROMIUM = ("browser", "waiting")
