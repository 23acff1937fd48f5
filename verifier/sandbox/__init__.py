"""Run hostile code: one protocol, two implementations (`docker` and `local`)."""
