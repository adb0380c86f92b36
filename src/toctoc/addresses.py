"""The addresses of the project on the web: [project.urls] of pyproject.toml, which the package carries."""

from importlib.metadata import PackageNotFoundError, metadata


def address(name: str) -> str | None:
    """Return the address called `name`, such as `Documentation`; None while the project has none."""
    try:
        urls = metadata("toctoc").get_all("Project-URL", [])
    except PackageNotFoundError:  # it runs without being installed
        return None
    return dict(url.split(", ", 1) for url in urls).get(name)


def page_address(page: str) -> str | None:
    """Return the address of a page of the documentation, such as `how-to/backup`; None while it has none."""
    documentation = address("Documentation")
    return f"{documentation.rstrip('/')}/{page}.html" if documentation else None
