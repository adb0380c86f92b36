"""The parts that HTTP handlers share: the client of a request, problems, the cache of renderings."""
