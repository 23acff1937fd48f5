"""Models behind OpenAI-compatible endpoints: requests, errors, pace, prices and budgets."""
