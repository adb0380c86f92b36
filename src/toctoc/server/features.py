"""Which parts of the client a host can switch off, each by `serve --without NAME`."""

# `my-games`: the games that a device has played, listed there; `picture`: one of the end of a game, to share.
FEATURES = ("my-games", "picture")
