"""Tables for hosts: options, limits, costs, metrics, alerts and log messages, read from where they are declared.

Each function returns the head and the rows of a table.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import toctoc
from toctoc import lang

Rows = tuple[tuple[str, ...], list[tuple[str, ...]]]
SOURCES = Path(toctoc.__file__).parent
ALERTS = "deploy/alerts.yml"
LEVELS = ("debug", "info", "warning", "error", "exception")


def server_options(hidden: bool = False) -> Rows:
    """List the options of `toctoc serve`, from `ServerConfig`: those of `--help`, or those that it hides."""
    from toctoc.server.config import ServerConfig

    listed = [field for field in fields(ServerConfig) if bool(field.metadata["setting"].hidden) == hidden]
    return ("option", "default", "values", "variable", "meaning"), [_option(field) for field in listed]


def _option(field: Field[Any]) -> tuple[str, ...]:
    setting = field.metadata["setting"]
    name = setting.option or f"--{field.name.replace('_', '-')}"
    is_blank = field.default is None or field.default == () or isinstance(field.default, bool)
    default = "" if is_blank else f"`{field.default}`"
    values = ", ".join(f"`{choice}`" for choice in setting.choices)
    if setting.bounds:
        values = f"{setting.bounds[0]} to {setting.bounds[1]}"
    elif setting.metavar:
        values = f"`{setting.metavar}`"
    variable = f"`{setting.environment}`" if setting.environment else ""
    shown = f"`{name}`, `--no-{name.removeprefix('--')}`" if field.default is True else f"`{name}`"
    about = setting.hidden or str(lang.program("en")(f"usage.serve.{field.name}"))
    return shown, default, values, variable, about


def limits() -> Rows:
    """List the limits that hosts can set, from `Limits`."""
    from toctoc.server.security.limits import PUBLIC

    facts = [(each, each.metadata["about"], _sentence(each.metadata["change_for"])) for each in PUBLIC.values()]
    rows = [(f"`{each.name}`", f"{each.default:,}", about, reason) for each, about, reason in facts]
    return ("limit", "default", "meaning", "change it for"), rows


def constants() -> Rows:
    """List the other limits, from `Limits`."""
    from toctoc.server.security.limits import PUBLIC, Limits

    rows = [(f"{each.default:,}", each.metadata["about"]) for each in fields(Limits) if each.name not in PUBLIC]
    return ("value", "meaning"), rows


def costs() -> Rows:
    """List the cost of each operation, with the comments of `Cost`."""
    from toctoc.server.security.rate_budget import Cost

    declared = re.findall(r"^    [A-Z_]+ = ([\d.]+)  # (.+)$", inspect.getsource(Cost), re.MULTILINE)
    rows = [(_sentence(about.removeprefix("+ ")), _cost(cost, about)) for cost, about in declared]
    return ("operation", "cost"), rows


def _cost(cost: str, about: str) -> str:
    plain = f"{float(cost):g}"
    return f"{plain} more" if about.startswith("+ ") else plain


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def metrics() -> Rows:
    """List the metrics, from the calls in the module that exposes them."""
    calls = [call for call in _calls(SOURCES / "server/metrics.py") if _called(call).endswith("MetricFamily")]
    return ("metric", "type", "labels", "meaning"), [_metric(call) for call in calls]


def _metric(call: ast.Call) -> tuple[str, ...]:
    kind = _called(call).removesuffix("MetricFamily").lower()
    name, about = (ast.literal_eval(argument) for argument in call.args[:2])
    labels = next((ast.literal_eval(each.value) for each in call.keywords if each.arg == "labels"), [])
    suffix = "_total" if kind == "counter" else ""
    return f"`{name}{suffix}`", kind, ", ".join(f"`{label}`" for label in labels), _sentence(about)


def alerts(root: Path) -> Rows:
    """List the alerts of deploy/alerts.yml in the checkout `root`, with the remedy of each."""
    import yaml

    groups = yaml.safe_load((root / ALERTS).read_text("utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    rows = [(f"`{rule['alert']}`", rule["labels"]["severity"], rule["annotations"]["todo"]) for rule in rules]
    return ("alert", "severity", "remedy"), rows


def log_messages() -> Rows:
    """List the messages of the log, from the calls of `logger` in all modules."""
    rows = {row for file in sorted(SOURCES.rglob("*.py")) for row in _logged(file)}
    by_severity = sorted(rows, key=lambda row: (-LEVELS.index(row[0]), row[1:]))
    return ("level", "from", "message"), list(by_severity)


def _logged(file: Path) -> Iterator[tuple[str, str, str]]:
    text = file.read_text("utf-8")
    if "logger." not in text:
        return
    tree = ast.parse(text)
    constants = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    [logger] = [call for call in _calls(file) if _called(call) == "getLogger" and call.args]
    module = ".".join(("toctoc", *file.relative_to(SOURCES).with_suffix("").parts)).removesuffix(".__init__")
    name = _text(logger.args[0], constants) or module
    for call in _calls(file):
        if _called(call) in LEVELS and ast.unparse(call.func).startswith("logger."):
            level = "error" if _called(call) == "exception" else _called(call)
            message = _text(call.args[0], constants)
            if message is not None:
                yield level, f"`{name}`", f"`{re.sub('%[a-z]', '…', message)}`"


def _text(node: ast.expr, constants: dict[str, ast.expr]) -> str | None:
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _calls(file: Path) -> Iterable[ast.Call]:
    """Return all calls in `file`, in the order of its lines."""
    found = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return sorted(found, key=lambda call: (call.lineno, call.col_offset))


def _called(call: ast.Call) -> str:
    """Return the last name of the function that `call` calls."""
    return ast.unparse(call.func).rpartition(".")[2]


def tables(root: Path) -> dict[str, Callable[[], Rows]]:
    """Return all tables of this module by the names for the directive `generated`."""
    return {
        "server-options": server_options,
        "server-test-options": lambda: server_options(hidden=True),
        "limits": limits,
        "constants": constants,
        "costs": costs,
        "metrics": metrics,
        "alerts": lambda: alerts(root),
        "log-messages": log_messages,
    }
