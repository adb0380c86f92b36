"""Golden playthroughs: whole games in notation, refusals included, to be read like a story.

`make golden` writes them anew; the difference is reviewed as text. Each file is a game of one variant, with what
every viewer hears after every step; what only some hear is marked with who.
"""
