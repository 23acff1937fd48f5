"""Estimate tokens; no tokenizer is right for all models."""

import math

BYTES_PER_TOKEN = 3.5


def estimate_tokens(size: int) -> int:
    """Estimate the tokens of a text of `size` bytes."""
    return math.ceil(size / BYTES_PER_TOKEN)
