"""Describe Toc Chocottes for the training."""
