"""Records that other programs read: every field is documented, and the format has a version number."""

from collections.abc import Mapping
from typing import ClassVar, Literal

Form = Literal[1]
"""The version of a record's format. It grows when a property is removed or changes its meaning, but
not for new properties. A record with a higher version declares its own."""

FORM: Form = 1


class Described:
    """A record whose fields are documented by the text below them, in the JSON Schema too."""

    __slots__ = ()
    __pydantic_config__: ClassVar[Mapping[str, bool | str]] = {"use_attribute_docstrings": True}
