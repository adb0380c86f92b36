"""Every command of this repository: python3 run.py COMMAND [ARGUMENTS].

It needs only Python 3.11 or newer. The first run of a command installs the locked requirements into .venv.
Older versions of Python must be able to parse this file as far as `too_old`.
"""

import sys
from difflib import get_close_matches


def too_old(version: "tuple[int, ...]") -> "str | None":
    """Return the message for a Python before 3.11, and None for a newer one."""
    if version >= (3, 11):
        return None
    return (
        f"Toctoc needs Python 3.11 or newer, and this is Python {version[0]}.{version[1]}.\n"
        "If a newer one is installed, name it: python3.12 run.py play, or make play PYTHON=python3.12"
    )


if too_old(sys.version_info[:2]):
    sys.exit(too_old(sys.version_info[:2]))

# An older Python could not parse these.
from tools.audit import audit, sbom  # noqa: E402
from tools.build_client import NotBuilt  # noqa: E402
from tools.checking import check  # noqa: E402
from tools.commands import bench, clean, golden, install, play, protocol, screenshots, serve, site, strength, train  # noqa: E402
from tools.docs import docs  # noqa: E402
from tools.environment import extras  # noqa: E402
from tools.lock import lock  # noqa: E402
from tools.night import overview as night_overview  # noqa: E402
from tools.night import test_night  # noqa: E402
from tools.process import say  # noqa: E402
from tools.testing import test  # noqa: E402

COMMANDS = {
    "install": install,
    "play": play,
    "serve": serve,
    "site": site,
    "test": test,
    "check": check,
    "test-night": test_night,
    "audit": audit,
    "sbom": sbom,
    "docs": docs,
    "bench": bench,
    "strength": strength,
    "train": train,
    "golden": golden,
    "protocol": protocol,
    "screenshots": screenshots,
    "lock": lock,
    "clean": clean,
}  # the docstring of each is its help


def overview() -> str:
    """Return the help: one line for each command."""
    lines = ["python3 run.py COMMAND [ARGUMENTS], or make COMMAND ARGS='ARGUMENTS'", ""]
    for name, command in COMMANDS.items():
        lines.append(f"  {name:12}{command.__doc__}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run the command that `arguments` begin with; return the exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        near = "".join(f" Did you mean {one}?" for one in get_close_matches(name, COMMANDS, 1))
        print(f"There is no command {name!r}.{near}\n\n{overview()}", file=sys.stderr)
        return 2
    command = COMMANDS[name]
    if rest[:1] in (["-h"], ["--help"]):
        print(f"python3 run.py {name}: {command.__doc__}")
        if command is test_night:
            print(f"\n{night_overview()}")
        if command is install:
            print(f"\nThe extras are: {', '.join(extras())}")
        return bench(rest) if command is bench else 0
    try:
        return command(rest)
    except NotBuilt as why:
        say(f"{why}.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
