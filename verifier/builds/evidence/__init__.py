"""Evidence that a run tested what it should: canaries, recordings, hashes, compiled sources."""
