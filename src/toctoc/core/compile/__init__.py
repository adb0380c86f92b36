"""Load a game's rules a second time, compiled by Numba, and play random games by either copy.

Kernels (`bots/rollouts`, `bots/policy_play`, `lab/*_kernel`, `study/kernel`) are loaded the same way. Each has its
own loop "seat to act, choose, apply, chance". One loop with hooks was measured: study, Gymnasium and search got 2
to 12 % slower, batches of tables half as fast, bulk play at random a third, the log of random games a sixth. Numba
counts references to arrays in every function that uses them. For the same reason a kernel takes arrays out of a
NamedTuple once, before its loop.
"""
