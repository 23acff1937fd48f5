"""Tables and plots over ledgers. This package imports the domain only."""
