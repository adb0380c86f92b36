"""The features that a host can switch off, by `serve --without NAME`.

`SERVER_FEATURES` have a folder here: switched off, their routes refuse requests. `CLIENT_FEATURES` have no code on
the server, which only sends their names: the client then leaves them out. A program can still set the clocks of
`SLOW_TABLES`.
"""

MATCHING = "quick-match"  # one table for all players of a game
DAILY = "daily-deal"  # one sealed deal a day and game for all players
ANALYSIS = "analysis"  # of finished games, by the server
GROUPS = "groups"  # a standing link for people that often play together
PUSH = "web-push"  # notifications of a turn at a slow table
SERVER_FEATURES = (MATCHING, DAILY, ANALYSIS, GROUPS, PUSH)

MY_GAMES = "my-games"  # a list of the games that were played on a device
RESULT_PICTURE = "picture"  # of the end of a game, to share
SLOW_TABLES = "slow-tables"  # clocks of hours and days for a move
CLIENT_FEATURES = (MY_GAMES, RESULT_PICTURE, SLOW_TABLES)

FEATURES = (
    MY_GAMES,
    RESULT_PICTURE,
    MATCHING,
    SLOW_TABLES,
    DAILY,
    ANALYSIS,
    GROUPS,
    PUSH,
)  # in the order of the help
