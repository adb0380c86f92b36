"""Say where the cells are: of questions about every game, of one game, and of forks. `kernel.py` fills them."""

SUMS = 5  # of each cell: of x, y, x squared, x times y, y squared
SHARE = 60  # a victory in sixtieths, so that it divides among 1 to 5 winners
CHAIRS = 6  # room for a cell a seat
BINS = 16  # of a distribution; the last one has all that is beyond

WINS, SCORES = 0, CHAIRS  # by seat
LENGTH, TIES, MARGIN, BEST, ODD, ODD_SCORE = range(2 * CHAIRS, 2 * CHAIRS + 6)
LEADS = ODD_SCORE + 1  # of those who lead after a quarter, a half and three quarters: how many win
BEHIND = LEADS + 3  # of the winners: never behind, or for the last time in that tenth of the game
LENGTHS = BEHIND + 11
POINTS = LENGTHS + BINS
OWN = POINTS + BINS  # from here on: the game's own

# Of a fork: all decisions, by what was chosen (two), then those of the game.
ALL, CHOSEN, FORKED = 0, 1, 3
