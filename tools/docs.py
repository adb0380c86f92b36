"""Build the documentation site from docs/, the rulebooks, CONTRIBUTING and the changelog: `make docs`.

Sphinx reads a copy. There, links that leave docs/ lead to the page that a file became, or to the file in the
project's repository. While pyproject.toml names no repository, they name the file instead.
"""

import json
import os
import posixpath
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tools import ROOT
from tools.environment import tool
from tools.prepare import prepare
from tools.process import say

SITE = ROOT / ".docs"  # below it: source, the copy that Sphinx reads, and html
LANGUAGES = ("en", "fr", "nl", "de")
LINK = re.compile(r"\[(?P<words>[^]]*)\]\((?![a-z]+:)(?P<target>[^)#\s]+)(?P<anchor>#[^)]*|)\)")


def docs(arguments: list[str]) -> int:
    """Build the documentation site into .docs/html; warnings are errors: docs [--open]"""
    prepare("test")
    code = build(SITE / "source", SITE / "html")
    if code == 0:
        say(f"The documentation is at {(SITE / 'html/index.html').as_uri()}")
        if "--open" in arguments:
            import webbrowser

            webbrowser.open((SITE / "html/index.html").as_uri())
    return code


def build(source: Path, html: Path, builder: str = "html") -> int:
    """Copy all pages to `source`, let Sphinx write `html`, and return its exit code.

    The builder `dummy` finds the same faults, and writes nothing.
    """
    copy_pages(source)
    say("Building the documentation")
    command = [tool("python"), "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-b", builder]
    environ = {**os.environ, "TOCTOC_ROOT": str(ROOT), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [*command, "-j", "auto", "-d", str(source.parent / "doctrees"), str(source), str(html)],
        env=environ, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    for page, original in other_pages().items():
        done.stderr = done.stderr.replace(str(source / page), original)
    print(done.stderr.replace(f"{source}/", "docs/"), file=sys.stderr, end="")
    return done.returncode


def other_pages() -> dict[str, str]:
    """Return the pages that come from outside of docs/: name on the site, and file in the repository."""
    pages = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
    for language in LANGUAGES:
        for rulebook in sorted((ROOT / "src/toctoc/games").glob(f"*/rulebook/{language}.md")):
            game = rulebook.parents[1].name
            pages[f"rules/{game}.{language}.md"] = rulebook.relative_to(ROOT).as_posix()
        pages[f"rules/house.{language}.md"] = f"src/toctoc/rulebook/house.{language}.md"
    return pages


def copy_pages(source: Path) -> None:
    """Make `source` the folder that Sphinx reads. Unchanged files are not written, so a second build is short."""
    wanted: dict[Path, bytes] = {}
    others = other_pages()
    names = {original: page for page, original in others.items()}
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            page = path.relative_to(ROOT / "docs").as_posix()
            content = path.read_bytes()
            if path.suffix == ".md":
                text = with_links(content.decode(), f"docs/{page}", page, names)
                content = (text + contents(text, page)).encode()
            wanted[source / page] = content
    for page, original in others.items():
        text = (ROOT / original).read_text("utf-8")
        wanted[source / page] = with_links(text, original, page, names).encode()
    wanted[source / "_ext/copied.json"] = json.dumps(others).encode()
    for path in source.rglob("*"):
        if path.is_file() and path not in wanted and "__pycache__" not in path.parts:
            path.unlink()
    for path, content in wanted.items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def contents(text: str, page: str) -> str:
    """Return the hidden table of contents of an index page: the pages of its folder that `text` links."""
    if posixpath.basename(page) != "index.md":
        return ""
    lists = "\n".join(line for line in text.splitlines() if line.startswith("- "))
    ordered = lists if page == "index.md" else text  # the first page has a table of tasks before the list of parts
    linked = [found["target"] for found in LINK.finditer(ordered) if found["target"].endswith(".md")]
    below = [link for link in dict.fromkeys(linked) if re.fullmatch(r"[\w.-]+(/index)?\.md", link)]
    return "\n".join(["", "```{toctree}", ":hidden:", "", *below, "```", ""])


def with_links(text: str, original: str, page: str, names: dict[str, str]) -> str:
    """Return `text` of the file `original` with links as they have to be at `page` of the site.

    `names` maps files outside of docs/ to their pages.
    """
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"].get("Source")

    def link(found: re.Match[str]) -> str:
        words, anchor = found["words"], found["anchor"]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(original), found["target"]))
        target = names.get(file) or (file.removeprefix("docs/") if file.startswith("docs/") else None)
        if target is not None:
            return f"[{words}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{anchor})"
        if repository is None:
            return words if posixpath.basename(file) in words else f"{words} (`{file}`)"
        kind = "tree" if (ROOT / file).is_dir() else "blob"
        return f"[{words}]({repository}/{kind}/main/{file}{anchor})"

    return LINK.sub(link, text)
