"""The rules of one live table: seats, commands, clocks and bots, without sockets and stores."""
