"""What training alone needs to know of Toc Chocottes."""
