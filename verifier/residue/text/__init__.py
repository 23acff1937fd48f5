"""Code as text: members, declarations, names and words with their places."""
