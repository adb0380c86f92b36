"""Log lines for machines and people: one JSON object a line, with nothing in it that is anybody's secret."""

import json
import logging
import sys
import time
import traceback

# What picows and uvicorn say of broken frames and requests, each as an error or a warning.
STRANGERS = ("WS parser error", "Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket")
MOST_FRAMES = 8  # of an error


class JsonLines(logging.Formatter):
    """Formats a log line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; of an error only its name, and where it was: innermost last."""
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        level, said = record.levelname.lower(), record.getMessage()
        line: dict[str, object] = {"at": when, "level": level, "from": record.name, "message": said}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__  # not its text, which may quote what a player sent
            frames = traceback.extract_tb(record.exc_info[2])[-MOST_FRAMES:]
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)


def _is_ours(record: logging.LogRecord) -> bool:
    """Tell whether a log line is about us, not about what a stranger sent: rubbish shall not fill our disk."""
    return not str(record.msg).startswith(STRANGERS)


def start_logging(level: str) -> None:
    """Write log lines of this level and above to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_is_ours)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for quiet in ("uvicorn", "picows", "toctoc.socket"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
