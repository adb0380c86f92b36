"""Help speaks four languages: that of the environment, or the one that is asked for."""

import re
from functools import cache

import click
from click.testing import Result

from tests.cli.invoke import run
from tests.scale import each
from toctoc import lang
from toctoc.cli.main import COMMAND_NAMES, cli
from toctoc.core.registry import BUILT_IN

LOCALES = {"en": "en_GB.UTF-8", "fr": "fr_FR.UTF-8", "nl": "nl_NL.UTF-8", "de": "de_DE.UTF-8"}
OTHERS = [language for language in lang.LANGUAGES if language != "en"]
EVERYTHING = [(), *((command,) for command in COMMAND_NAMES)]


def options(command: str) -> list[str]:
    """The names of the options that the help of a command lists."""
    context = click.Context(cli)
    found = cli.get_command(context, command)
    assert found
    return [
        "help" if "--help" in option.opts else str(option.name)
        for option in found.get_params(context)
        if isinstance(option, click.Option) and not option.hidden
    ]


@cache
def ran(*arguments: str, language: str) -> Result:
    """Run a command without effects, once, in the environment of a language."""
    return run(*arguments, LANG=LOCALES[language])


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def sentences(text: str) -> set[str]:
    """What a help says in words of a language: lines of three words or more, without commands to be typed."""
    found = {flat(part).strip() for line in text.split("\n") for part in re.split(r" {2,}|[.;:] ", line)}
    typed = r"toctoc |(bash|zsh|fish): |source |mkdir |toctoctoc, |--|-\w, |\w+="
    said = {part for part in found if not re.match(typed, part)}
    return {part for part in said if len(re.findall(r"[^\W\d_]{2,}", part)) >= 3}


@each("command", COMMAND_NAMES)
def test_every_option_has_its_help_in_every_language(command: str) -> None:
    for language in lang.LANGUAGES:
        say = lang.load(language)
        shown = flat(ran(command, "--help", language=language).stdout)
        for name in options(command):
            own = f"usage.{command}.{name}"
            text = flat(str(say.texts[own if own in say else f"usage.{name}"]))
            assert text.split("{")[0] in shown, (language, name)


@each("language", OTHERS)
def test_a_help_text_has_the_paragraphs_of_the_english_one(language: str) -> None:
    """Of commands, one in each line, after `\\b`: without it, click makes a paragraph of words of them."""
    english, translated = lang.program("en").texts, lang.program(language).texts
    for key in (key for key in english if key.startswith("usage.")):
        assert paragraphs(str(translated[key])) == paragraphs(str(english[key])), key


def paragraphs(text: str) -> list[int]:
    """Return the lines of each paragraph of commands, and 0 for one of words."""
    return [part.count("\n") if part.startswith("\b\n") else 0 for part in text.split("\n\n")]


@each("language", lang.LANGUAGES)
def test_the_program_names_each_of_our_games_and_counts_none(language: str) -> None:
    """With a plugin, no number would be right."""
    say = lang.load(language)
    shown = flat(ran("--help", language=language).stdout)
    for game in BUILT_IN:
        assert f"{say(f'title.{game}').split(',')[0]} ({game})" in shown
    assert not re.search(r"(?i)\b(three|trois|drie|drei)\b", shown)


@each("arguments", EVERYTHING)
def test_no_english_sentence_is_left_in_another_language(arguments: tuple[str, ...]) -> None:
    english = ran(*arguments, "--help", language="en")
    assert english.exit_code == 0
    assert len(sentences(english.stdout)) > 1
    for language in OTHERS:
        other = ran(*arguments, "--help", language=language)
        assert other.exit_code == 0
        assert sentences(english.stdout) & sentences(other.stdout) == set(), language
        assert max(map(len, other.stdout.split("\n"))) <= 100


@each("arguments", [["--lang", "de", "--help"], ["--help", "--lang", "de"], ["--lang=de", "-h"]])
def test_the_chosen_language_precedes_that_of_the_environment(arguments: list[str]) -> None:
    assert run("rules", *arguments, LANG=LOCALES["fr"]).stdout.startswith("Aufruf: toctoc rules")


@each("arguments", [["--lang", "de", "rules", "--help"], ["--lang=fr", "rules", "--help", "--lang", "de"]])
def test_a_language_before_the_command_holds_for_it(arguments: list[str]) -> None:
    assert run(*arguments, LANG=LOCALES["nl"]).stdout.startswith("Aufruf: toctoc rules")


def test_every_command_has_the_option_for_the_language() -> None:
    """So has the program itself."""
    for arguments in ([], *([name] for name in COMMAND_NAMES)):
        assert run(*arguments, "--lang", "de", "--help").stdout.startswith("Aufruf: toctoc")
    assert run("--lang", "de").stderr.startswith("Aufruf: toctoc [OPTIONS] COMMAND")
    assert run("--lang", "nl", "bots", LANG=LOCALES["de"]).stdout == run("bots", "--lang", "nl").stdout


@each("command", ["play", "simulate", "study", "arena", "dataset", "warm-up"])
def test_the_help_names_the_games_that_a_command_takes(command: str) -> None:
    assert "GAME is one of these games: toctoctoc, chocottes, escalier." in run(command, "--help").stdout


def test_a_language_that_there_is_not_leaves_the_help_as_it_was() -> None:
    assert run("rules", "--help", "--lang", "xx", LANG=LOCALES["nl"]).stdout.startswith("Gebruik: toctoc rules")


def test_the_shell_completes_commands_with_their_lines_in_its_language() -> None:
    found = run(
        LANG=LOCALES["fr"], _TOCTOC_COMPLETE="fish_complete", COMP_WORDS="toctoc ru", COMP_CWORD="ru"
    ).stdout
    assert "rules\tMontrer les règles" in found


def test_notation_is_explained_with_the_words_of_the_game() -> None:
    shown = flat(run("play", "toctoctoc", "--seed", "1", "--fast", typed="?\nquit\n", LANG=LOCALES["fr"]).stdout)
    assert "offer {card} to {to}" in shown
    assert "{card} plain-monster (" in shown
    assert "brute-ghost (brute fantôme)" in shown


MISTAKES = [
    ("ruls",), ("--nonsense",), ("rules", "--lang"), ("bots", "--help=yes"), ("verify",),
    ("completion", "bash", "zsh"), ("completion", "tcsh"),
    ("play", "escalier", "--seat", "x"), ("play", "escalier", "--port", "x"),
    ("replay", "x", "--game", "0"), ("serve", "--bot", "/nowhere"), ("simulate", "escalier", "--seed", "-1"),
    ("arena", "escalier", "--field", "random"), ("arena", "escalier", "--field", "random,random"),
    ("arena", "escalier", "--field", "random,clever"), ("arena", "escalier", "--plot", "x.txt"),
    ("arena", "escalier", "--field", "random,nemesis:apprenti", "--nemesis"),
]  # fmt: skip


@each("arguments", MISTAKES)
def test_mistakes_are_reported_in_every_language(arguments: tuple[str, ...]) -> None:
    results = [run(*arguments, LANG=LOCALES[language]) for language in lang.LANGUAGES]
    assert {result.exit_code for result in results} == {2}
    lines = [flat(part) for result in results for part in result.stderr.splitlines() if part]
    assert len(lines) == len(set(lines)) == 3 * len(results)  # usage, help, error


def test_the_language_option_holds_for_mistakes_before_and_after_it() -> None:
    for arguments in (["--lang", "de", "--nonsense"], ["--nonsense", "--lang=de"]):
        told = run("rules", *arguments, LANG=LOCALES["fr"]).stderr
        assert "Fehler: Diese Option gibt es nicht: '--nonsense'." in told
        assert "Hilfe: 'toctoc rules --help'." in told
