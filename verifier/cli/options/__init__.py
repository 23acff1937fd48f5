"""Options that several commands share: each defined once, its default read from the library."""
