"""Whole jobs beside verification: importing a release, rules, what `import verifier` calls."""
