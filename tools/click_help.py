"""The help of a command that is written with click, read from its source: it needs no package."""

import ast
import textwrap
from pathlib import Path
from typing import Any

WIDTH = 100
INDENT = 26  # of the explanations


def click_help(source: Path, program: str) -> str:
    """Return the usage, the description and the options of the function `main` in `source`."""
    tree, main = _main(source)
    names = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = [call for call in main.decorator_list if isinstance(call, ast.Call)]
    arguments = [_flags(call)[0].upper() for call in calls if _kind(call) == "argument"]
    usage = " ".join([f"Usage: {program} [OPTIONS]", *arguments])
    about = ast.get_docstring(main) or ""
    paragraphs = [
        textwrap.fill(part, WIDTH, initial_indent="  ", subsequent_indent="  ") for part in about.split("\n\n")
    ]
    options = [_option(call, names) for call in calls if _kind(call) == "option"]
    return "\n\n".join(
        [usage, *paragraphs, "Options:\n" + "\n".join([*options, _row("--help", "Show this message.")])]
    )


def summary(source: Path) -> str:
    """Return the first paragraph of the description of `main` in `source`, in one line."""
    about = ast.get_docstring(_main(source)[1]) or ""
    return " ".join(about.partition("\n\n")[0].split())


def _main(source: Path) -> tuple[ast.Module, ast.FunctionDef]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return tree, next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main")


def _kind(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _flags(call: ast.Call) -> list[str]:
    return [flag.value for flag in call.args if isinstance(flag, ast.Constant) and isinstance(flag.value, str)]


def _option(call: ast.Call, names: dict[str, ast.expr]) -> str:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    flags = ", ".join(flag for flag in _flags(call) if flag.startswith("-"))
    text = str(_value(given.get("help"), names) or "")
    default = _value(given.get("default"), names) if _value(given.get("show_default"), names) else None
    return _row(flags, f"{text} [default: {default}]".strip() if default is not None else text)


def _value(node: ast.expr | None, names: dict[str, ast.expr]) -> Any:
    """Return the value of a literal, or of a name for one; None for any other expression."""
    if isinstance(node, ast.Name):
        node = names.get(node.id)
    try:
        return None if node is None else ast.literal_eval(node)
    except ValueError:
        return None


def _row(flags: str, text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=f"  {flags:<{INDENT - 4}}  ", subsequent_indent=" " * INDENT,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
