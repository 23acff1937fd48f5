"""From a git history to instances: list, detect, filter, merge, write; every loss is counted."""
