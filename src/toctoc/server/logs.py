"""Log lines for machines and people: one JSON object a line, with nothing in it that is anybody's secret."""

import json
import logging
import sys
import time


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        line = {"at": when, "level": record.levelname.lower(), "from": record.name, "message": record.getMessage()}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__  # not its text, which may quote what a player sent
        return json.dumps(line, ensure_ascii=False)


def start_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for quiet in ("uvicorn", "picows", "toctoc.socket"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
