"""Describe Toc Toc Toc! for the training."""
