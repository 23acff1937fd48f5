"""Read a raw LLM answer: its pieces, its wrapping, and the members in it."""
