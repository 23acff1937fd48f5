"""Measure a base, and build candidates on it: strategy, stability of tests, cache of measurements."""
