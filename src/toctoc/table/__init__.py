"""The live authority over one table, without sockets."""
