"""The pictures that people choose for their seats."""

# In the order in which they are offered. Logs and records hold the names, so a name stays once it is there.
AVATARS = (
    "owl", "cat", "bat", "pumpkin", "moon", "candle", "spider", "toad",
    "wolf", "witch", "skeleton", "mummy", "lantern", "raven", "mouse", "star",
)  # fmt: skip
