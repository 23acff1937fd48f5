"""Read and apply unified diffs, and write our own."""
