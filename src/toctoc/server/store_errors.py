"""What players are told when the store fails: enough to know what to do, and nothing of where the store lies."""

from toctoc.storage import StoreError

WORDS = {
    "store/full": "The server has no space left.",
    "store/busy": "The server's store is busy.",
    "store/stale": "Another server has this table now.",
}
OTHERWISE = "The server's store does not work."


def public_message(error: StoreError) -> str:
    """Return the sentence that players are told."""
    return f"{WORDS.get(error.code, OTHERWISE)} Nothing was changed: try again in a moment."
