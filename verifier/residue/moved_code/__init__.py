"""Tell whether extracted, inlined or moved code is the same code."""
