"""`toctoc site`: write a static site, on which the browser itself runs the tables."""

from pathlib import Path

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import Failure
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@click.option("--out", "folder", metavar="DIR", type=click.Path(path_type=Path), default="site", show_default=True)
@click.option("--open", "wants_browser", is_flag=True)
@params.lang_option
def command(folder: Path, wants_browser: bool, lang: str) -> None:
    """Write the client and the engine into DIR, which any host of files can serve."""
    from toctoc.cli.commands.site.server import serve_site
    from toctoc.cli.files.saving import write_errors
    from toctoc.cli.server import open_browser
    from toctoc.server.pages.site import NotBuilt, Occupied, write_site

    say = load(lang)
    name = click.format_filename(folder)
    try:
        with write_errors(folder, say):
            size = write_site(folder)
    except NotBuilt as error:
        raise Failure(say(f"site.no-{error.part}")) from None
    except Occupied:
        raise Failure(say("site.occupied", folder=name)) from None
    click.echo(say("site.done", folder=name, megabytes=round(size / 1e6)))

    def ready(url: str) -> None:
        click.echo(say("site.open", url=url))
        open_browser(url, say)

    if wants_browser:
        serve_site(folder, ready)
