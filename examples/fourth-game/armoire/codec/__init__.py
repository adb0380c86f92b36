"""What the laboratory of Toctoc needs to know of L'Armoire qui grince."""
