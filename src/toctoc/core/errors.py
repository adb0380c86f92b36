"""Define refusals: each has a code, a message and the clause that says so (H2: nothing has changed)."""


class Refused(ValueError):
    """Raised for an action or an outcome that the table does not accept. The match is unchanged.

    Args:
        code: An identifier for programs and translations, such as `turn/not-yours`.
        clause: The clause of the rules that forbids it; several are separated by spaces.
        message: The reason in English.
        **details: Values for the translated sentence, such as `seat`.

    Example:
        >>> from random import Random
        >>> from toctoc import Match, Refused
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> try:
        ...     match.play(0, "decline")
        ... except Refused as refused:
        ...     print(refused.code, refused.clause)
        decline/must-act E5 E7 E8 E10 E12
    """

    def __init__(self, code: str, clause: str, message: str, **details: object) -> None:
        super().__init__(f"{message} [{code}, {clause}]")
        self.code = code
        self.clause = clause
        self.message = message
        self.details = details


class UnknownWords(Refused):
    """Raised for text that is not in the notation of the game; a `Refused`.

    Example:
        >>> from toctoc import Match, UnknownWords
        >>> match = Match("escalier", 3)
        >>> try:
        ...     match.take_chance("fly away")
        ... except UnknownWords as refused:
        ...     print(refused.code)
        words/unknown-verb
    """


class WrongTurn(Refused):
    """Raised for a well-formed action of a seat that may not act now, and for a missing seat; a `Refused`.

    Example:
        >>> from random import Random
        >>> from toctoc import Match, WrongTurn
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> try:
        ...     match.play(1, "move red")
        ... except WrongTurn as refused:
        ...     print(refused)
        It is for seat 0 to act. [turn/not-yours, E4]
    """


class IllegalMove(Refused):
    """Raised for an action that the acting seat may not take, or an impossible outcome; a `Refused`.

    Example:
        >>> from random import Random
        >>> from toctoc import IllegalMove, Match
        >>> match = Match("escalier", 3, chance=Random(7).randrange)
        >>> try:
        ...     match.play(0, "move white")
        ... except IllegalMove as refused:
        ...     print(refused.code)
        move/no-ghost
    """


class BadOption(ValueError):
    """Raised for an option that the game does not have, and for a value that the option does not take.

    Example:
        >>> from toctoc import BadOption, Match
        >>> Match("escalier", 3, {"risk": "perhaps"})
        Traceback (most recent call last):
        toctoc.core.errors.BadOption: option risk takes yes or no, not 'perhaps' (E10)
    """


class BadPlugin(ValueError):
    """A game of an installed package that cannot be added; the message names the fault."""
