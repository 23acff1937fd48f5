"""Parts of checks: what several checks share, and steps of a single check."""
