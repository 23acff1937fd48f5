"""Find the jars that a commit's code is compiled against, where they already are. No build runs."""
