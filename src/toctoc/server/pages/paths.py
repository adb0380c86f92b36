"""Which paths lead to a page of the client: the server answers 404 for any other, and the client says so, too."""

# The first part of each. The client's router has the same list, from web/src/protocol.ts.
PAGES = ("join", "play", "mine", "daily", "g", "rules", "about", "replay", "t")
