"""The words that Java keeps for itself, and those that it keeps in some places only."""

_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double"
    " else enum extends final finally float for goto if implements import instanceof int interface"
    " long native new package private protected public return short static strictfp super switch"
    " synchronized this throw throws transient try void volatile while true false null"
)
RESERVED = frozenset(_WORDS.split())
"""Words that are never a name, the three literals with letters included."""

CONTEXTUAL = frozenset({"var", "yield", "record", "sealed", "permits"})
"""Keywords where the grammar asks for one, and names anywhere else."""

PRIMITIVES = frozenset({"boolean", "byte", "char", "short", "int", "long", "float", "double"})
"""The types that have no class."""
