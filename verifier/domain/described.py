"""Records that other programs read: every field is described, and the form has a number."""

from collections.abc import Mapping
from typing import ClassVar, Literal

Form = Literal[1]
"""The number of a record's form. It grows when a property goes away or means something else; new
properties alone leave it. A record that has changed more often than the others says its own."""

FORM: Form = 1


class Described:
    """A record whose fields are described by the text under them, in the schema too."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Mapping[str, bool | str]] = {"use_attribute_docstrings": True}
