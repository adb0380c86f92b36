"""Which parts of the client a host can switch off, each by `serve --without NAME`."""

# `my-games`: the games that a device has played, listed there; `picture`: one of the end of a game, to share;
# `quick-match`: people who look for anybody to play with are led to the same table; `slow-tables`: clocks of hours
# and days for a move; `daily-deal`: one sealed deal a day and game for everybody; `analysis`: how a game went, by
# the server; `groups`: a standing link for people who play together again and again;
# `web-push`: who is not there is told, by their browser, that it is their turn at a slow table.
ANALYSIS = "analysis"
PUSH = "web-push"
FEATURES = ("my-games", "picture", "quick-match", "slow-tables", "daily-deal", ANALYSIS, "groups", PUSH)
