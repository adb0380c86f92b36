"""Define the commands of `toctoc`: one module each, loaded when it is used."""
