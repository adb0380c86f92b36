"""Usage errors in the language of the user; those of click are in English."""

import difflib
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from toctoc import lang
from toctoc.cli import localized_help


class LocalizedBadParameter(click.BadParameter):
    """Raised for a value of a click type, with a message that is already localized."""


class LocalizedUsageError(click.UsageError):
    """A localized usage error: shows the usage, where the help is, and the message."""

    def show(self, file: IO[Any] | None = None) -> None:
        out, ctx = file or sys.stderr, self.ctx
        say = lang.program(localized_help.language(ctx) if ctx else localized_help.asked(()))
        if ctx is not None:
            click.echo(ctx.get_usage(), file=out)
            click.echo(say("usage.wrong.help", command=repr(f"{ctx.command_path} --help")) + "\n", file=out)
        click.echo(say("usage.wrong", message=self.message), file=out)


@contextmanager
def localized_errors() -> Iterator[None]:
    """Turn usage errors of click into `LocalizedUsageError`."""
    try:
        yield
    except (LocalizedUsageError, click.exceptions.NoArgsIsHelpError):
        raise
    except click.UsageError as error:
        say = lang.program(localized_help.language(error.ctx) if error.ctx else localized_help.asked(()))
        raise LocalizedUsageError(_words(error, say), error.ctx) from None


def did_you_mean(typed: str, names: Iterable[str], say: lang.Catalogue, cutoff: float = 0.6) -> str:
    """Return a sentence with the name that is most like `typed`, to be appended; "" if none is.

    Of a mapping, it has the value.
    """
    near = difflib.get_close_matches(typed, list(names), n=1, cutoff=cutoff)
    meant = [names[name] if isinstance(names, Mapping) else name for name in near]
    return "".join(f" {say('error.did-you-mean', name=name)}" for name in meant)


def _words(error: click.UsageError, say: lang.Catalogue) -> str:
    match error:
        case click.NoSuchOption():
            near = [say("error.did-you-mean", name=name) for name in (error.possibilities or [])[:1]]
            return " ".join([say("usage.wrong.no-option", what=repr(error.option_name)), *near])
        case click.MissingParameter():
            kind = error.param.param_type_name if error.param else "argument"
            return say(f"usage.wrong.missing-{kind}", what=_named(error))
        case click.BadParameter():
            return say("usage.wrong.value", what=_named(error), message=_wanted(error, say) or error.message)
        case click.BadOptionUsage():
            params = error.ctx.command.get_params(error.ctx) if error.ctx else []
            option = next((param for param in params if error.option_name in param.opts), None)
            is_flag = isinstance(option, click.Option) and option.is_flag
            return say(f"usage.wrong.{'flag' if is_flag else 'no-value'}", what=repr(error.option_name))
    return error.message


def _named(error: click.BadParameter) -> str:
    """Return the parameter as it is typed."""
    hint = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param else None) or ""
    return hint if isinstance(hint, str) else " / ".join(map(repr, hint))


def _wanted(error: click.BadParameter, say: lang.Catalogue) -> str:
    """Return the constraint of a click type, in words; "" where the message is already localized."""
    if isinstance(error, LocalizedBadParameter) or error.param is None or error.param_hint is not None:
        return ""
    match error.param.type:
        case click.IntRange() | click.FloatRange() as range if range.max is not None:
            return say("usage.wrong.range", least=range.min, most=range.max)
        case click.IntRange() | click.FloatRange() as range:
            return say("usage.wrong.least", least=range.min)
        case click.Choice() as choice:
            return say("usage.wrong.choice", choices=", ".join(map(str, choice.choices)))
        case click.Path():
            return say("usage.wrong.file")
        case kind if kind is click.INT:
            return say("usage.wrong.number")
    return ""
