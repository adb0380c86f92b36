"""The three games. Plain Python: nothing here needs any other package, but `compile` Numba."""
