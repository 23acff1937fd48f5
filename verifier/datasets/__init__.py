"""External data sets: import released ones, and build release histories."""
