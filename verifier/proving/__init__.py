"""Two versions of a program become a proof of behaviour, and the proof a text."""
