"""`toctoc doctor`: check the set-up of a host, and say what to do. Nothing is changed, and no secret is printed.

A check is a function that yields findings. `packages` needs no package that may be missing, `local` checks this
machine, and `address` the public address.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from toctoc.cli import localized_help, params
from toctoc.cli.commands.doctor.packages import check_packages
from toctoc.cli.commands.serve import options_of
from toctoc.cli.failures import BAD, Failure
from toctoc.cli.finding import OK, PROBLEM, WARNING, Finding, problem
from toctoc.lang import Catalogue, load
from toctoc.server.config import PUBLIC_URL, ServerConfig
from toctoc.storage import is_database

COLOURS = {OK: "green", WARNING: "yellow", PROBLEM: "red"}


def _options() -> list[click.Parameter]:
    """Return the options of `toctoc serve`; its own help explains them."""
    found = options_of(ServerConfig)
    for option in found:
        assert isinstance(option, click.Option)
        option.hidden = True
    return found


@click.command(cls=localized_help.LocalizedCommand, params=_options())
@click.option("--url", metavar="URL")
@click.option("--backups", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER")
@params.json_option
@params.lang_option
@click.pass_context
def command(
    ctx: click.Context, /, url: str | None, backups: Path | None, as_json: bool, lang: str, **settings: Any
) -> None:
    """Check this machine for `toctoc serve` with the same options, and the public address URL."""
    say = load(lang)
    if url is not None and not PUBLIC_URL.fullmatch(url := url.rstrip("/")):
        raise Failure(say("serve.public-url", url=url))
    levels, found = (OK, WARNING, PROBLEM), []
    width = max(len(say(f"doctor.level.{level}")) for level in levels)
    for finding in _findings(ServerConfig(**settings), url, backups, say):
        found.append(finding)
        if not as_json:
            level = click.style(f"{say(f'doctor.level.{finding.level}'):{width}}", fg=COLOURS[finding.level])
            click.echo(" ".join(filter(None, [level, "", finding.found(say), finding.advice(say)])))
    if as_json:
        rows = [
            {"level": each.level, "name": each.name, "found": each.found(say), "advice": each.advice(say)}
            for each in found
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        counts = {level: sum(each.level == level for each in found) for level in levels}
        click.echo(say("doctor.total", problems=counts[PROBLEM], warnings=counts[WARNING], good=counts[OK]))
    ctx.exit(BAD if any(each.level == PROBLEM for each in found) else 0)


def _findings(config: ServerConfig, url: str | None, backups: Path | None, say: Catalogue) -> Iterator[Finding]:
    packages = list(check_packages(("serve", "postgres") if is_database(config.store) else ("serve",)))
    yield from packages
    if any(each.level == PROBLEM for each in packages):
        return  # the other checks need them
    from toctoc.cli import server
    from toctoc.cli.commands.doctor.address import Visit, check_address
    from toctoc.cli.commands.doctor.local import Host, check_host
    from toctoc.server.security.limits import Limits

    try:
        limits = server.checked_limits(config, say)
    except Failure as error:
        yield problem("settings", "reference/server-options", reason=error.message)
        limits = Limits()
    yield from check_host(Host(config=config, limits=limits, say=say, backups=backups))
    if url is not None:
        yield from check_address(Visit(url, config, say))
