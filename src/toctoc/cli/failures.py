"""Errors that end the program with one line and an exit code, without a traceback."""

import errno
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from toctoc.lang import Catalogue

BAD, UNUSABLE, INTERRUPTED = 1, 2, 130  # exit codes: done, and something is wrong; not possible at all; Ctrl-C

REASONS = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "no-folder",
    errno.EISDIR: "folder",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EROFS: "permission",
    errno.ENOSPC: "full",
    errno.EADDRINUSE: "port-taken",
    errno.EADDRNOTAVAIL: "no-address",
}


class Failure(click.ClickException):
    """Raised where a command cannot be done at all."""

    exit_code = UNUSABLE

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"toctoc: {self.message}", file=file or sys.stderr)


class CheckFailed(Failure):
    """Raised where a command was done and found something wrong."""

    exit_code = BAD


def reason(error: OSError, say: "Catalogue") -> str:
    """Return the reason of a system error, in words."""
    known = REASONS.get(error.errno or 0)
    return say(f"error.reason.{known}") if known else os.strerror(error.errno) if error.errno else str(error)
