"""From a git history to instances: list, detect, filter, merge, write. Every loss is counted."""
