"""Select a change: its commits, and the files that are judged."""
