"""Split class names: package, outermost class, enclosing classes, simple name.

A binary name has dots between packages and `$` between classes (`p.Outer$Inner`); compilers name
local classes `p.Outer$1Local` and anonymous ones `p.Outer$1`. `verifier.domain.parameter_type` says
how parameter types are written and compared.
"""


def package_of(class_name: str) -> str:
    """Return the package of a binary name, or the part of a qualified name before its last dot; may be empty."""
    return class_name.rpartition(".")[0]


def class_chain(class_name: str) -> str:
    """Return a binary name without its package: `Outer$Inner`."""
    return class_name.rpartition(".")[2]


def classes_of(class_name: str) -> tuple[str, ...]:
    """Return the simple names of a binary name's classes, the outermost first; `1` for an anonymous one."""
    return tuple(class_chain(class_name).split("$"))


def outermost(class_name: str) -> str:
    """Return the binary name of the outermost class, which its file is named after."""
    package, dot, chain = class_name.rpartition(".")
    return package + dot + chain.partition("$")[0]


def simple_name(name: str) -> str:
    """Return the part after the last `.` or `$` of a name; `*` for an import on demand."""
    return class_chain(name).rpartition("$")[2]


def to_dotted(class_name: str) -> str:
    """Return a binary name as source code writes it: with dots only."""
    return class_name.replace("$", ".")


def list_named_classes(class_name: str) -> tuple[str, ...]:
    """Return the names of a binary name's classes as source code writes them; anonymous ones have none."""
    plain = (part.lstrip("0123456789") for part in classes_of(class_name))
    return tuple(name for name in plain if name)


def is_type_like(name: str) -> bool:
    """Whether a simple name is a type's by convention (`Entry`, `URI`), and not a constant's or variable's."""
    rest = name[1:]
    mixed = any(character.islower() or character.isdigit() for character in rest)
    return name[:1].isupper() and (mixed or (rest.isalpha() and rest.isupper()))
