"""Define refusals: each has a code, a message and the clause that says so (H2: nothing has changed)."""


class Refused(ValueError):
    """An action or outcome that the table does not accept.

    `code` and `details` are for programs and translators; the message is the same in English.
    """

    def __init__(self, code: str, clause: str, message: str, **details: object) -> None:
        super().__init__(f"{message} [{code}, {clause}]")
        self.code = code
        self.clause = clause
        self.message = message
        self.details = details


class UnknownWords(Refused):
    """Text that is not notation of this game."""


class WrongTurn(Refused):
    """A well-formed action of a seat that may not act now."""


class IllegalMove(Refused):
    """An action that the acting seat may not take."""


class BadOption(ValueError):
    """A table option that the game does not have, or a value that the option does not take."""


class BadPlugin(ValueError):
    """A game of an installed package that cannot be added; the message names the fault."""
