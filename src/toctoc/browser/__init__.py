"""Run tables inside a browser: the live tables of `toctoc.server`, without sockets, threads or a server.

`Host` answers requests and lines as the server does. `javascript` connects it to the page; all other modules run
on any Python.
"""
