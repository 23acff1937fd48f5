"""Adapters for external programs and formats, one each; each converts what it reads into domain data."""
