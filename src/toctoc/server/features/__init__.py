"""The features of a server. A host can switch each of `FEATURES` off, by `serve --without NAME`."""

MY_GAMES = "my-games"  # a list of the games that were played on a device
RESULT_PICTURE = "picture"  # of the end of a game, to share
MATCHING = "quick-match"  # one table for all players of a game
SLOW_TABLES = "slow-tables"  # clocks of hours and days for a move
DAILY = "daily-deal"  # one sealed deal a day and game for all players
ANALYSIS = "analysis"  # of finished games, by the server
GROUPS = "groups"  # a standing link for people that often play together
PUSH = "web-push"  # notifications of a turn at a slow table
FEATURES = (MY_GAMES, RESULT_PICTURE, MATCHING, SLOW_TABLES, DAILY, ANALYSIS, GROUPS, PUSH)
