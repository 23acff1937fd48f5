"""Files that survive crashes and are shared by processes: atomic writes, locks, leases, the cache."""
