"""Describe L'Escalier hanté for the training."""
