"""Names of classes taken apart: package, outermost class, classes around a class, simple name.

A binary name has dots between packages and `$` between classes (`p.Outer$Inner`); compilers call
local classes `p.Outer$1Local` and anonymous ones `p.Outer$1`. How types of parameters are written
and compared says `verifier.domain.parameter_type`.
"""


def package_of(class_name: str) -> str:
    """The package of a binary name; also what a qualified name's last name stands in. Often empty."""
    return class_name.rpartition(".")[0]


def class_chain(class_name: str) -> str:
    """`Outer$Inner`: a binary name without its package."""
    return class_name.rpartition(".")[2]


def classes_of(class_name: str) -> tuple[str, ...]:
    """The simple names of a binary name's classes, the outermost first; `1` for an anonymous one."""
    return tuple(class_chain(class_name).split("$"))


def outermost(class_name: str) -> str:
    """The binary name of the class around all others, which its file is named after."""
    package, dot, chain = class_name.rpartition(".")
    return package + dot + chain.partition("$")[0]


def simple_name(name: str) -> str:
    """What stands behind the last `.` or `$` of a name, `*` of an import on demand included."""
    return class_chain(name).rpartition("$")[2]


def dotted(class_name: str) -> str:
    """A binary name as source writes it: with dots only."""
    return class_name.replace("$", ".")


def named_classes(class_name: str) -> tuple[str, ...]:
    """The names of a binary name's classes as source writes them; anonymous ones have none."""
    plain = (part.lstrip("0123456789") for part in classes_of(class_name))
    return tuple(name for name in plain if name)


def is_type_like(name: str) -> bool:
    """Whether convention makes a simple name a type's (`Entry`, `URI`), and no constant's or variable's."""
    rest = name[1:]
    mixed = any(character.islower() or character.isdigit() for character in rest)
    return name[:1].isupper() and (mixed or (rest.isalpha() and rest.isupper()))
