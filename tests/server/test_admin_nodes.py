"""The host asks one node, and sees, tells and closes the tables of all."""

import asyncio
import json

from websockets.asyncio.client import connect

from tests.server.local_server import CODE, TABLE
from tests.server.nodes import open_nodes
from tests.storage.postgres import Cluster, cluster

__all__ = ["cluster"]  # a fixture

TOKEN = "a-token-that-nobody-guesses"
HOST = {"Authorization": f"Bearer {TOKEN}"}


def test_whichever_node_the_host_asks_all_of_them_answer(cluster: Cluster) -> None:
    asyncio.run(ask_the_other(cluster))


async def ask_the_other(cluster: Cluster) -> None:
    async with open_nodes(cluster) as (one, two):
        await one.open()
        for node in (one, two):
            node.set_admin_token(TOKEN)
        address = f"ws{one.where[4:]}/api/tables/{CODE}/ws?token={one.access.keys.seat_token(TABLE, 'a' * 26)}"
        async with two.http(headers=HOST) as host, connect(address, proxy=None) as anna:
            await anna.send(json.dumps({"type": "hello", "protocol": 1}))
            assert json.loads(await anna.recv())["type"] == "welcome"
            [table] = (await host.get("/api/admin/tables")).json()["tables"]
            assert (table["code"], table["people"]) == (CODE, 1)
            load = (await host.get("/api/admin/load")).json()
            assert (load["people"], load["connections"], load["tables_awake"]) == (1, 1, 1)
            assert (await host.post("/api/admin/message", json={"text": "boo"})).json() == {"tables": 1}
            assert json.loads(await anna.recv()) == {"type": "notice", "text": "boo"}
            two.set_admin_token("another-token-than-the-first")
            assert (await host.post(f"/api/admin/tables/{CODE}/close")).status_code == 204, (
                "by the node that has it"
            )
            assert json.loads(await anna.recv())["public"]["lobby"] == {"stage": "closed"}
            assert (await host.get("/api/admin/load")).status_code == 401
