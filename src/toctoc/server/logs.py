"""Log lines: one JSON object a line, without secrets."""

import json
import logging
import sys
import time
import traceback

# Messages of picows and uvicorn about broken frames and requests, as errors or warnings.
CLIENT_ERRORS = (
    "WS parser error",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "No supported WebSocket",
)
MAX_LOGGED_FRAMES = 8  # of a traceback


class JsonLines(logging.Formatter):
    """Formats a log line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; of an exception only its name and its last frames."""
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        level, said = record.levelname.lower(), record.getMessage()
        line: dict[str, object] = {"at": when, "level": level, "from": record.name, "message": said}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__  # not its message, which may quote a player
            frames = traceback.extract_tb(record.exc_info[2])[-MAX_LOGGED_FRAMES:]
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)


def _is_ours(record: logging.LogRecord) -> bool:
    """Tell whether a log line is about the server; lines about broken requests could fill the disk."""
    return not str(record.msg).startswith(CLIENT_ERRORS)


def start_logging(level: str) -> None:
    """Write log lines of this level and above to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_is_ours)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for quiet in ("uvicorn", "picows", "toctoc.socket"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
