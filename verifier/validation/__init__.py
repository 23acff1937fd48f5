"""Validation of mined instances: both sides built and tested, covered, the golden refactoring judged."""
