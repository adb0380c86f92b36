"""Write a study: as one HTML page that needs nothing else, as JSON, or as tables in Markdown."""

import json
from html import escape
from typing import Any

from toctoc.core import options
from toctoc.core.registry import find
from toctoc.study import plots
from toctoc.study.answers import Answers
from toctoc.study.plan import Study, spelled
from toctoc.study.report import sections
from toctoc.study.sections import Section, written

FORMAT = 1
NOTE = (
    "This page is for researchers and designers. It shows how bots play, not how people do. Every figure has a "
    "95 % confidence interval, computed from the differences between games. A shared victory counts in part."
)
STYLE = """
:root { color-scheme: light dark; --ink: #1c2340; --faint: #5a6384; --line: #d5d9e8; --mark: #2456b3;
  --paper: #fff; --card: #f5f6fb }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef1fa; --faint: #a9b4d6; --line: #2b3966; --mark: #f2b84b; --paper: #0d1530; --card: #141f42 }
}
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper) }
h1 { line-height: 1.2 } h2 { margin: 2.5rem 0 .25rem }
p { margin: .5rem 0 } .note { color: var(--faint) }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top }
summary { cursor: pointer; padding: .5rem 0; color: var(--faint) }
code { overflow-wrap: anywhere }
svg.study { display: block; width: 100%; max-width: 40rem; background: var(--card); border-radius: .5rem;
  margin: .75rem 0; font: 12px system-ui, sans-serif }
.study text { fill: var(--ink) } .study .faint { fill: var(--faint) }
.study line, .study circle { stroke: var(--mark); fill: var(--mark) } .study .grid { stroke: var(--line) }
.study .even { stroke: var(--faint); stroke-dasharray: 4 3 } .study .bar { fill: var(--mark); fill-opacity: .55 }
"""


def command(study: Study) -> str:
    """Return the command that makes the same study."""
    usual = {option.name: option.default for option in find(study.game).options}
    parts = [f"toctoc study {study.game}", f"--players {','.join(map(str, study.players))}", f"--bots {study.bot}"]
    changed = [(name, (value,)) for name, value in study.options.items() if value != usual[name]]
    parts += [f"--option {text.replace(':', ',')}" for text in spelled(changed)]
    parts += [f"--vary {text}" for text in spelled(study.varied)]
    parts += [f"--only {name}" for name in study.only]
    return " ".join([*parts, f"--games {study.games}", f"--seed {study.seed}", "--out page.html"])


def as_data(answers: Answers) -> dict[str, Any]:
    """Return the report of a study in the types of JSON.

    Args:
        answers: The results, as `run` returns them.
    """
    study = answers.study
    return {
        "study": FORMAT,
        "game": study.game,
        "rules": find(study.game).rules.VERSION,
        "players": list(study.players),
        "main": study.main,
        "bot": study.bot,
        "games": study.games,
        "seed": study.seed,
        "options": options.as_json(study.options),
        "varied": spelled(study.varied),
        "only": list(study.only),
        "command": command(study),
        "sections": [section.data() for section in sections(answers)],
    }


def as_json(answers: Answers) -> str:
    return json.dumps(as_data(answers), ensure_ascii=False, indent=1) + "\n"


def html(answers: Answers) -> str:
    """Return the report of a study as a page.

    Args:
        answers: The results, as `run` returns them.
    """
    study, found = answers.study, sections(answers)
    title = escape(f"A study of {find(study.game).title}")
    links = "".join(f'<li><a href="#{section.name}">{escape(section.title)}</a></li>' for section in found)
    body = "".join(map(_section, found))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"/>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n<header><h1>{title}</h1>\n<p>{escape(_summary(study))}</p>\n"
        f'<p class="note">{escape(NOTE)}</p>\n'
        f"<p>The same study again: <code>{escape(command(study))}</code></p></header>\n"
        f'<nav aria-label="Questions"><ul>{links}</ul></nav>\n<main>\n{body}</main>\n</body>\n</html>\n'
    )


def markdown(answers: Answers) -> str:
    """Return the tables of a study in Markdown.

    Args:
        answers: The results, as `run` returns them.
    """
    study = answers.study
    lines = [
        f"# A study of {find(study.game).title}",
        "",
        _summary(study),
        "",
        "```console",
        command(study),
        "```",
    ]
    for section in sections(answers):
        lines += ["", f"## {section.title}", "", section.text, "", *table_lines(section)]
    return "\n".join(lines) + "\n"


def table_lines(section: Section) -> list[str]:
    """Return the lines of a section's table in Markdown."""
    heads = [section.label, *(column.title for column in section.columns)]
    return [
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *(f"| {' | '.join([row.label, *_cells(section, number)])} |" for number, row in enumerate(section.rows)),
    ]


def _summary(study: Study) -> str:
    return (
        f"{study.games:,} games of {study.bot} at every table, seed {study.seed}. Tables have {study.main} "
        "players unless a section says otherwise."
    )


def _cells(section: Section, row: int) -> list[str]:
    figures = zip(section.rows[row].figures, section.columns, strict=True)
    return [written(figure, column.unit) for figure, column in figures]


def _section(section: Section) -> str:
    drawn = plots.svg(section) if section.plot else ""
    table = f'<div class="wide">{_table(section)}</div>'
    if drawn:
        table = f"<details><summary>The data as a table</summary>{table}</details>"
    return (
        f'<section aria-labelledby="{section.name}"><h2 id="{section.name}">{escape(section.title)}</h2>\n'
        f"<p>{escape(section.text)}</p>\n{drawn}{table}</section>\n"
    )


def _table(section: Section) -> str:
    heads = [section.label, *(column.title for column in section.columns)]
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rows = "".join(
        f'<tr><th scope="row">{escape(row.label)}</th>'
        + "".join(f"<td>{text}</td>" for text in _cells(section, number))
        + "</tr>"
        for number, row in enumerate(section.rows)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


WRITERS = {".html": html, ".json": as_json, ".md": markdown}
