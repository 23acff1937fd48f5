"""Jars that a commit's code is compiled against, found where they already are; no build runs."""
