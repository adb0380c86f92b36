"""The options of `toctoc serve` are the fields of `ServerConfig`."""

from dataclasses import dataclass, fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from toctoc import lang
from toctoc.cli import localized_help
from toctoc.cli.commands.serve import command, options_of
from toctoc.server.config import BadSetting, ServerConfig, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Extended(ServerConfig):
    motto_lines: int = setting(2, bounds=(1, 9), environment="TOCTOC_MOTTO")


def extended(received: list[Extended]) -> click.Command:
    """Return `serve` with a field more, that keeps its configuration in `received`."""
    return localized_help.LocalizedCommand(
        "serve", params=options_of(Extended), callback=lambda **settings: received.append(Extended(**settings))
    )


def test_a_field_more_is_an_option_more_with_help(monkeypatch: pytest.MonkeyPatch) -> None:
    say = lang.program("en")
    texts = {**say.texts, "usage.serve.motto_lines": "So many lines of wisdom."}
    monkeypatch.setattr(say, "texts", texts)
    received: list[Extended] = []
    shown = CliRunner(env={"LANG": "en_GB.UTF-8"}).invoke(extended(received), ["--help"])
    assert "--motto-lines INTEGER RANGE" in shown.output
    assert "So many lines of wisdom. [default: 2; 1<=x<=9]" in " ".join(shown.output.split())
    for arguments, environ, lines in (
        ([], {}, 2),
        (["--motto-lines", "3"], {}, 3),
        ([], {"TOCTOC_MOTTO": "4"}, 4),
    ):
        CliRunner(env=environ).invoke(extended(received), arguments)
        assert received[-1].motto_lines == lines


def test_without_options_the_configuration_has_its_defaults() -> None:
    received: list[Extended] = []
    unset = dict.fromkeys(("TOCTOC_STORE", "TOCTOC_NODE_ADDRESS"))
    CliRunner(env=unset).invoke(extended(received), [])
    assert received == [Extended()]


def test_every_field_is_an_option_of_serve() -> None:
    named = {option.name for option in command.params}
    assert named == {field.name for field in fields(ServerConfig)} | {"lang"}


def test_values_reach_their_fields(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("t")
    received: list[Extended] = []
    typed = ["--allowed-host", "a.example", "--allowed-host", "b.example", "--behind-proxy", "--no-pause",
             "--new-secret", "--admin-token-file", str(token), "--public-url", "https://a.example/",
             "--bot", "mine.py:Mine", "--grace", "2", "--without", "groups", "--day-begins", "06:30",
             "--node-address", "[::1]:7000"]  # fmt: skip
    assert CliRunner().invoke(extended(received), typed).exit_code == 0
    config = received[0]
    assert (config.allowed_hosts, config.bots, config.without) == (
        ("a.example", "b.example"),
        ("mine.py:Mine",),
        ("groups",),
    )
    assert (config.behind_proxy, config.bots_pause, config.wants_new_secret) == (1, False, True)
    assert (config.admin_token, config.public_origin, config.grace_ms) == (token, "https://a.example", 2000)
    assert (config.day_start_seconds, config.node_endpoint) == (23_400, ("::1", 7000))


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (ServerConfig(public_url="toctoc.example.org"), "public-url"),
        (ServerConfig(day_begins="24:00"), "day-begins"),
        (ServerConfig(node_address="0.0.0.0:1"), "node-address"),
        (ServerConfig(node_address="a:65536"), "node-address"),
    ],
)
def test_a_value_that_cannot_be_parsed_is_refused_with_its_code(config: ServerConfig, code: str) -> None:
    with pytest.raises(BadSetting) as refused:
        config.check()
    assert refused.value.code == code
    assert all(f"serve.{code}" in lang.program(language) for language in lang.LANGUAGES)
