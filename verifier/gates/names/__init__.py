"""The names that a change removes or adds, and where else they are used."""
