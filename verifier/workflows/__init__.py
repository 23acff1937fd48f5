"""Whole jobs other than verification: importing a release, rules, and the public Python functions."""
