"""Measure tables that run in the browser itself: how long the engine takes to start, its decisions and its memory.

    python3 run.py bench browser

A real server sends the files to a real Chromium with a new profile. The figures of decisions are from Node.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

import click
from playwright.sync_api import BrowserContext, sync_playwright

from tools import ROOT, build_client, engine

from . import machine, report, throttling

PAGE = ROOT / "docs/reports/browser.md"
PORT = 8793
MEGABYTE = 1_000_000
BYTES_A_SECOND = 20 * MEGABYTE / 8  # 20 Mbit/s
THROTTLE = 4

# Start the worker as a page does, make a table with bots, and play until a bot has moved.
VISIT = """async ([script, game]) => {
  const begin = performance.now(), times = {};
  const note = (name) => (times[name] ??= performance.now() - begin);
  const worker = new Worker(script, { type: "module" });
  const ask = (message) => worker.postMessage(message);
  const send = (message) => ask({ is: "send", line: 1, text: JSON.stringify(message) });
  const body = JSON.stringify({ game, host: { name: "Anna", start: true, fill: "voyante" } });
  return new Promise((resolve, reject) => {
    let legal = [], toAct = [], moves = 0;
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.is === "progress" && data.loaded >= data.total) note("fetched");
      if (data.is === "failed") reject(new Error(data.reason));
      if (data.is === "ready") {
        note("ready");
        ask({ is: "request", id: 1, method: "POST", path: "/api/tables", body });
      }
      if (data.is === "answer") ask({ is: "open", line: 1, path: JSON.parse(data.body).socket });
      if (data.is === "opened") send({ type: "hello", protocol: 1 });
      if (data.is !== "message") return;
      const message = JSON.parse(data.text);
      if (message.type !== "welcome" && message.type !== "update") return;
      note("table");
      for (const own of message.own ?? []) if (own.legal) legal = own.legal;
      const view = message.view ?? message.public?.view;
      if (view?.to_act) {
        if (toAct.some((seat) => seat > 0) && String(view.to_act) !== String(toAct)) {
          note("bot moved");
          resolve(times);
        }
        toAct = view.to_act;
      }
      send({ type: "shown", version: message.version });
      send({ type: "seen", version: message.version });
      if (toAct.includes(0) && legal.length) {
        send({ type: "move", id: `m${++moves}`, action: legal[0], seat: 0 });
        legal = [];
      }
    };
  });
}"""


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run a server; yield its address."""
    command = [sys.executable, "-m", "toctoc", "serve", "--port", str(PORT), "--store", f"{folder}/tables.db"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            yield f"http://127.0.0.1:{PORT}"
        finally:
            server.terminate()


def compress(address: str) -> None:
    """Fetch all files once: the server compresses each at its first request."""
    for file in engine.ENGINE.iterdir():
        request = Request(f"{address}/engine/{file.name}", headers={"Accept-Encoding": "gzip"})
        for _ in range(60):
            try:
                urlopen(request).close()
                break
            except OSError:
                time.sleep(0.5)


def visit(context: BrowserContext, address: str, throttle: int) -> dict[str, float]:
    """Open the page and start the engine; return seconds, and megabytes of memory."""
    page = context.new_page()
    page.goto(address)
    before = throttling.resident_bytes()
    [script] = (build_client.BUNDLE / "assets").glob("engine-worker-*.js")
    with throttling.slow_renderers(throttle):
        times: dict[str, float] = page.evaluate(VISIT, [f"/assets/{script.name}", "toctoctoc"])
    found = {name: milliseconds / 1000 for name, milliseconds in times.items()}
    found["memory"] = throttling.resident_bytes() / MEGABYTE
    found["engine's memory"] = found["memory"] - before / MEGABYTE
    page.wait_for_timeout(3000)  # Chromium writes compiled code after a while
    page.close()
    return found


def decisions() -> list[list[Any]]:
    """Return game, level, mean and largest milliseconds, and number of decisions."""
    path = build_client.find_node(build_client.programs(ROOT / ".venv"))
    assert path is not None
    command = ["node", "tools/pyodide.mjs", str(engine.ENGINE), "benchmarks/browser_decisions.py"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    found: list[list[Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def tables(visits: dict[str, dict[str, float]], timed: list[list[Any]]) -> list[report.TextTable]:
    manifest = json.loads((engine.ENGINE / "engine.json").read_text(encoding="utf-8"))
    facts = machine.facts(())
    facts["load"] = f"{os.getloadavg()[0]:.1f}"
    facts["engine"] = (
        f"{manifest['compressed'] / MEGABYTE:.2f} MB compressed, {manifest['bytes'] / MEGABYTE:.1f} MB"
    )
    columns = ["fetched", "ready", "table", "bot moved", "memory", "engine's memory"]
    return [
        report.measured_on(facts),
        report.TextTable(
            "From the start of the worker",
            ["visit", "files, s", "ready, s", "table, s", "bot moved, s", "memory, MB", "of the engine, MB"],
            [
                [name, *(f"{found.get(column, 0):.0f}" if "memory" in column else f"{found.get(column, 0):.2f}"
                         for column in columns)]
                for name, found in visits.items()
            ],
        ),
        report.TextTable(
            "Decisions in the engine, CPU time",
            ["game", "bot", "mean, ms", "largest, ms", "decisions"],
            [[game, level, f"{mean:.1f}", f"{most:.0f}", str(count)] for game, level, mean, most, count in timed],
        ),
    ]  # fmt: skip


@click.command(name="browser")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/browser.md.")
def main(write: bool) -> None:
    """Measure the engine in Chromium and in Node."""
    visits: dict[str, dict[str, float]] = {}
    with TemporaryDirectory() as folder, serving(folder) as address, sync_playwright() as playwright:
        compress(address)

        def measure(name: str, profile: str, throttle: int = 1) -> None:
            context = playwright.chromium.launch_persistent_context(
                f"{folder}/{profile}", executable_path=os.environ["TOCTOC_CHROMIUM"], headless=True
            )
            visits[name] = visit(context, slow_address, throttle)
            context.close()

        with throttling.slow_network(PORT, BYTES_A_SECOND) as port:
            slow_address = f"http://127.0.0.1:{port}"
            measure("first", "one")
            for name in ("second", "third", "fourth"):
                measure(name, "one")
            measure(f"first, CPU ÷ {THROTTLE}", "two", THROTTLE)
            measure(f"second, CPU ÷ {THROTTLE}", "two", THROTTLE)
            measure(f"third, CPU ÷ {THROTTLE}", "two", THROTTLE)
    report.publish(tables(visits, decisions()), (report.BEGIN, report.END), write, page=PAGE)
