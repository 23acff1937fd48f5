"""The task in words, for people and models."""
