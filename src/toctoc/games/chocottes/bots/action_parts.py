"""Say of which parts the 898 actions of Toc Chocottes are made: a net answers for 168 parts.

The logit of an action is the sum of its parts'. Exchanging one's third card for somebody's first is "exchange",
"give the third" and "take that one": which card to give and which to take are questions apart. A net that answered
for every pair of places would be twice as large, and see each pair too rarely to learn from it.
"""

from itertools import combinations, product

from toctoc.games.chocottes.codec.coding import MIXES, OTHERS, PLACES

MIXING = MIXES  # those before are whole actions
MIXED = MIXING + 1  # somebody's place: MIXED + (steps - 1) * PLACES + place
EXCHANGING = MIXED + OTHERS * PLACES
TAKEN = EXCHANGING + 1  # likewise
GIVEN = TAKEN + OTHERS * PLACES  # GIVEN + own place
COUNT = GIVEN + PLACES

PARTS: list[tuple[int, ...]] = [
    *((action,) for action in range(MIXES)),
    *(
        (MIXING, MIXED + step * PLACES + i, MIXED + step * PLACES + j)
        for step in range(OTHERS)
        for i, j in combinations(range(PLACES), 2)
    ),
    *(
        (EXCHANGING, TAKEN + taken, GIVEN + given)
        for taken, given in product(range(OTHERS * PLACES), range(PLACES))
    ),
]
