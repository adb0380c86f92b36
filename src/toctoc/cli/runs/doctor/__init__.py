"""Check the set-up of a host, for `toctoc doctor`. Nothing is changed, and no secret is printed.

A check is a function that yields findings. `packages` needs no package that may be missing, `local` checks this
machine, and `address` the public address.
"""
