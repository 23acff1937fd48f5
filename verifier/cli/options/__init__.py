"""Options that several commands share. Each is defined once and reads its default from the library."""
