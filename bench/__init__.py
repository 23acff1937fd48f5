"""Benchmarks of mining and verification against the tools that they replace, in the same run."""
