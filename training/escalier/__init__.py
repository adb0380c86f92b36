"""What training alone needs to know of L'Escalier hanté."""
