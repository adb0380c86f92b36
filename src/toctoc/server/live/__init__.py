"""Keep the live tables, each with its time and whoever is there: what happens is stored, and then told."""
