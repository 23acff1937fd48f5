"""The gate on a developer's or an agent's own change: it selects the change, judges it and answers."""
