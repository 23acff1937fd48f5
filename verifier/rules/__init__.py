"""Rule sets, scans and scores: what a change introduces and what it removes."""
