"""Configuration of the documentation site: Sphinx with MyST and Furo. `make docs` builds it (tools/docs.py)."""

import os
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = Path(os.environ["TOCTOC_ROOT"])  # the checkout; Sphinx reads a copy of docs/
sys.path.insert(0, str(HERE / "_ext"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

project = "Toctoc"
copyright = "Toctoc contributors"  # Sphinx's name
release = version = PROJECT["version"]
language = "en"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "generated",
    "generated_cli",
    "signatures",
    "edit_links",
]
templates_path = ["_templates"]
exclude_patterns = ["_ext", "_templates"]
suppress_warnings = ["myst.strikethrough"]

myst_heading_anchors = 4  # page.md#heading works here as on the forge, and a missing anchor is an error
myst_enable_extensions = ["deflist", "fieldlist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
default_role = "code"  # docstrings mark code with single back quotes, as Markdown does
napoleon_numpy_docstring = False
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"Toctoc {version}"
html_static_path = ["_static"]
html_css_files = ["toctoc.css"]
html_js_files = ["versions.js"]
html_copy_source = False
html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
if "Source" in PROJECT["urls"]:
    html_theme_options = {
        "source_repository": PROJECT["urls"]["Source"],
        "source_branch": "main",
        "source_directory": "docs/",
        "top_of_page_buttons": ["view", "edit"],
    }
