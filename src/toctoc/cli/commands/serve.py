"""`toctoc serve`: host live tables for browsers and programs."""

from dataclasses import Field, fields
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import click

from toctoc.cli import localized_help, params, server
from toctoc.lang import load
from toctoc.server.config import BotFile, ServerConfig, Setting


def options_of(config: type[ServerConfig], *names: str) -> list[click.Parameter]:
    """Return an option for each field of `config`, or for those in `names`; its parameter has the field's name."""
    types = get_type_hints(config)
    return [_option(field, types[field.name]) for field in fields(config) if not names or field.name in names]


def _option(field: Field[Any], annotation: Any) -> click.Option:
    setting: Setting = field.metadata["setting"]
    is_many = get_origin(annotation) is tuple
    one = next((kind for kind in get_args(annotation) if kind not in (NoneType, ...)), annotation)
    extra: dict[str, Any] = {"is_flag": True} if one is bool else {"type": _type(one, setting)}
    if setting.bare is not None:
        extra = {"type": extra["type"], "is_flag": False, "flag_value": setting.bare}
    if field.default not in (None, ()):
        extra |= {"default": field.default, "show_default": one is not bool and setting.bare is None}
    name = setting.option or f"--{field.name.replace('_', '-')}"
    if field.default is True:
        name = f"{name}/--no-{name.removeprefix('--')}"
    return click.Option(
        [name, field.name],
        multiple=is_many,
        metavar=setting.metavar,
        envvar=setting.environment,
        hidden=setting.hidden is not None,
        help=setting.hidden,
        **extra,
    )


def _type(kind: Any, setting: Setting) -> Any:
    """Return click's type for values of `kind`."""
    if setting.choices:
        return click.Choice(setting.choices)
    if setting.bounds is not None:
        return click.IntRange(*setting.bounds)
    if kind is Path:
        return click.Path(exists=True, dir_okay=False, path_type=Path)
    return params.OwnBot() if kind is BotFile else kind


@click.command(cls=localized_help.LocalizedCommand, params=options_of(ServerConfig))
@params.lang_option
def command(lang: str, **settings: Any) -> None:
    """Host live tables, over HTTP and websockets, until Ctrl-C."""
    say = load(lang)
    config = ServerConfig(**settings)

    def ready(opened: server.Opened) -> None:
        server.welcome(config, opened, say)
        if config.wants_browser:
            server.open_browser(opened.url, say)

    server.keep_open(config, ready, say)
