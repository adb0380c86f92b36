"""The paths of the client's pages; the server answers 404 for any other."""

# The first part of each. The client's router has the same list, from web/src/protocol.ts.
PAGES = ("join", "play", "mine", "daily", "g", "rules", "about", "replay", "t")
