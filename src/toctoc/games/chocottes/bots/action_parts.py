"""Factor the 898 actions of Toc Chocottes into 168 parts, the outputs of a net.

The logit of an action is the sum of the logits of its parts. Exchanging the own third card for a rival's first is
"exchange", "give the third" and "take that one". A net with an output for every pair of places would be twice as
large, and most pairs are too rare in training to be learned.
"""

from itertools import combinations, product

from toctoc.games.chocottes.codec.coding import MIXES, OTHERS, PLACES

MIXING = MIXES  # the parts before this one are whole actions
MIXED = MIXING + 1  # a rival's place: MIXED + (steps - 1) * PLACES + place
EXCHANGING = MIXED + OTHERS * PLACES
TAKEN = EXCHANGING + 1  # a rival's place: TAKEN + (steps - 1) * PLACES + place
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
