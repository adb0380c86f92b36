"""The messages of clients of all earlier versions, such as an old tab, are still read."""

import json

import msgspec

from tests.corpus import VERSIONS, command_lines
from tests.corpus.ageing import contains
from tests.scale import each
from toctoc.table import commands


@each("version", VERSIONS)
def test_every_message_of_an_old_tab_is_read(version: str) -> None:
    for line in command_lines(version):
        read = json.loads(msgspec.json.encode(commands.read(line)))
        assert contains(read, json.loads(line)), line


@each("version", VERSIONS)
def test_an_old_tab_speaks_a_protocol_that_this_server_speaks(version: str) -> None:
    hello = commands.read(command_lines(version)[0])
    assert isinstance(hello, commands.Hello)
    assert hello.protocol == commands.PROTOCOL
