"""Where hostile code runs: one protocol, two implementations (`docker` and `local`)."""
