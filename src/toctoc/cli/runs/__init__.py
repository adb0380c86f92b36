"""Long runs of commands: they show progress, and print and write the result."""
