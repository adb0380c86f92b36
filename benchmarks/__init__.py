"""Measure how fast the games are played, beside OpenSpiel: python3 run.py bench.

docs/reports/performance.md and docs/reports/server.md have the results.
"""

# The commands with options of their own: python3 run.py bench NAME.
COMMANDS = {
    "live": "benchmarks.live.command",  # needs Linux, and the server's packages
    "browser": "benchmarks.browser",  # needs Chromium, and the engine
    "gpu": "benchmarks.gpu",  # needs an NVIDIA GPU
    "lab": "benchmarks.lab.command",
    "dataset": "benchmarks.dataset",
    "nodes": "benchmarks.nodes.command",
    "flood": "benchmarks.flood.command",
    "soak": "benchmarks.soak",
    "endurance": "benchmarks.endurance.command",
    "bulk-play": "benchmarks.bulk_play",
}
