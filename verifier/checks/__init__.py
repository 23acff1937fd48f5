"""The checks.

Each has one file, one test, and one page under docs/checks; `registry.ALL_CHECKS` lists them.
"""
