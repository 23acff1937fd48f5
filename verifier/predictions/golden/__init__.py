"""Reference predictions from the developers' commit."""
