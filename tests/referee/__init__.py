"""An independent referee, written from docs/reference/record.md alone.

It shares no code with Toctoc. Each game is one generator that reads like the page: it yields what is awaited
(chance, or moves of seats) and is sent what happened. `core.check` checks a whole line, `core.Referee` takes one
step at a time.
"""
