"""A change as a reviewer reads it: what is folded as proved refactoring, and what needs eyes."""
