"""Prompts: what a task says, the texts of prompt sets, and what must not be in them."""
