"""Define the commands of `toctoc`: one module or package each, loaded when it is used.

The help and completion of a command load only its module, or the `__init__` of its package: these import late what
only a run needs, such as rich, bots and the arena.
"""
