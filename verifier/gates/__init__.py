"""The gate on a developer's or an agent's own change: what is judged, and what the answer is."""
