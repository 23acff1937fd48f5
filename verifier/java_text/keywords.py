"""Java's reserved words, and its contextual keywords."""

_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double"
    " else enum extends final finally float for goto if implements import instanceof int interface"
    " long native new package private protected public return short static strictfp super switch"
    " synchronized this throw throws transient try void volatile while true false null"
)
RESERVED = frozenset(_WORDS.split())
"""Words that are never a name, including the literals true, false and null."""

CONTEXTUAL = frozenset({"var", "yield", "record", "sealed", "permits"})
"""Keywords in some places of the grammar, and names anywhere else."""

PRIMITIVES = frozenset({"boolean", "byte", "char", "short", "int", "long", "float", "double"})
"""The primitive types."""
