"""Explain why two versions of a method differ."""
