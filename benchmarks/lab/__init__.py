"""Measure tables in arrays, beside our own playouts and beside other environments."""
