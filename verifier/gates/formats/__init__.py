"""Formats of a report for people and other programs, one module per format."""
