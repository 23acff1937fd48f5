"""Split a change into a patch that is proved and only refactoring, and a patch with the rest."""
