"""Tables and plots over ledgers; sees the domain only."""
