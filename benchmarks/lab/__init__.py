"""Measure tables in arrays, beside our own playouts and beside what others learn with."""
