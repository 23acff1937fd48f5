"""Ask models for refactorings: prompts, endpoints, budgets and the journal of their answers."""
