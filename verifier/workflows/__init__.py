"""Whole jobs of a command beside verification: importing a release, scoring and proposing rules."""
