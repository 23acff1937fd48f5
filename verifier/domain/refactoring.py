"""A refactoring: its type, the methods that it acts on, and their places."""

import re
from dataclasses import dataclass
from typing import Self

from verifier.domain.described import Described
from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring_traits import (
    RefactoringType,
    Traits,
    traits_of,
    type_named,
)

_METHOD_ID = re.compile(r"^(?P<owner>[^#()\s]+)#(?P<name>[^#()\s]+)\((?P<parameters>.*)\)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodId(Described):
    """A method: binary class name, name and erased parameter types.

    Nested classes are separated with `$` (`pkg.Outer$Inner`). A parameter type is the erased name
    as written in the source (`List`, `int`, `String[]`); a varargs parameter is an array. A
    constructor is named `<init>`.
    """

    class_name: str
    """The binary name of its class; nested classes are joined with `$`."""
    name: str
    """Its name; `<init>` for a constructor."""
    parameter_types: tuple[str, ...] = ()
    """The erased types of its parameters, as written in the source."""

    def __str__(self) -> str:
        return f"{self.class_name}#{self.name}({', '.join(self.parameter_types)})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `pkg.Class#method(int, String)`, with parameter types as people write them.

        Raises:
            ValueError: the text has another form.
        """
        match = _METHOD_ID.match(text.strip())
        if match is None:
            raise ValueError(f"not of the form pkg.Class#method(types): {text!r}")
        parameters = tuple(parameters_in(match["parameters"]))
        return cls(class_name=match["owner"], name=match["name"], parameter_types=parameters)

    def matches(self, other: Self) -> bool:
        """Whether both are the same method.

        `$` equals `.` between classes, and parameter types match in any spelling.
        """
        return (
            self.name == other.name
            and self.class_name.replace("$", ".") == other.class_name.replace("$", ".")
            and tuple(map(canonical_type, self.parameter_types))
            == tuple(map(canonical_type, other.parameter_types))
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeRange(Described):
    """A labelled range of source code.

    Lines and columns count from 1, and both ends are inclusive. Columns count UTF-16 code units, as
    in the Java tools. A range of whole lines starts at column 0.
    """

    file: str
    """The path, relative to the repository."""
    start_line: int
    """The first line, from 1."""
    start_column: int
    """The first column, in UTF-16 code units from 1; 0 for whole lines."""
    end_line: int
    """The last line, inclusive."""
    end_column: int
    """The last column, inclusive."""
    role: str
    """RefactoringMiner's label for the range."""
    element: str = ""
    """RefactoringMiner's name for the code element; may be empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringSide(Described):
    """One side (before or after) of a refactoring.

    | type                      | before.method | before.partner | after.method | after.partner |
    |---------------------------|---------------|----------------|--------------|---------------|
    | Extract, Extract And Move | source        | -              | source       | extracted     |
    | Inline, Move And Inline   | inlined       | target         | target       | -             |
    | all others                | the method    | -              | the method   | -             |

    Types of variables and parameters also have the variable: both sides for a renaming or another
    type, only `after` for an extraction, and only `before` for an inlining.

    `before.method` is the method that the refactoring acts on: the one a task names.
    """

    file: str
    """The path of the method's file."""
    method: MethodId
    """The method. On the side before, it is the method that a task names."""
    partner: MethodId | None = None
    """The second method: the extracted one after an extraction, or the target before an inlining;
    null otherwise."""
    partner_file: str | None = None
    """The path of the partner's file; null if there is no partner."""
    ranges: tuple[CodeRange, ...] = ()
    """The code ranges that the refactoring affects on this side."""
    variable: str | None = None
    """The name of the variable or parameter on which it acts; null if it acts on a method, or if
    this side lacks the variable."""
    variable_type: str | None = None
    """The declared type of that variable, as RefactoringMiner spells it; null without a variable."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refactoring(Described):
    """One detected refactoring, of any type that RefactoringMiner knows.

    Only method-level types have methods. Refactorings of other types (Rename Class, Add Parameter
    …) are kept as context, with `before` and `after` absent.
    """

    type_name: str
    """RefactoringMiner's display name of the type."""
    description: str
    """RefactoringMiner's description."""
    before: RefactoringSide | None = None
    """The side before; null if the type is not at method level."""
    after: RefactoringSide | None = None
    """The side after; null if the type is not at method level."""
    purity: Purity | None = None
    """PurityChecker's result; null if it was not asked."""
    delegate: bool = False
    """Whether the old method remains and only calls the new one."""

    @property
    def type(self) -> RefactoringType | None:
        """The method-level type; None for all other types."""
        return type_named(self.type_name)

    @property
    def traits(self) -> Traits:
        """The traits of its type."""
        return traits_of(self.type_name)


def may_be_pure(traits: Traits, purity: Purity | None) -> bool:
    """Tell whether PurityChecker calls it pure, or covers no refactoring of its type."""
    verdict = None if purity is None else purity.verdict
    if verdict is PurityVerdict.NOT_APPLICABLE:
        return not traits.purity_checked
    return verdict is PurityVerdict.PURE


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedVariable:
    """The variable or parameter of a wanted refactoring.

    `old` is its name on the base. `new` is its new name or, if the refactoring changes its type, its
    new type. An empty one accepts any.
    """

    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.old, f"-> {self.new}" if self.new else "")))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `old -> new`, `old` or `-> new`.

        Raises:
            ValueError: a name is not a Java name.
        """
        old, _, new = (part.strip() for part in text.partition("->"))
        if text and not (old or new):
            raise ValueError(f"not of the form 'old -> new': {text!r}")
        if old and not _NAME.match(old):
            raise ValueError(f"not the name of a variable: {old!r}")
        return cls(old=old, new=new)

    def accepts(self, found: Self) -> bool:
        """Whether a variable of a detected refactoring is this one. Blanks in types do not count."""
        return all(
            not wanted or wanted.replace(" ", "") == each.replace(" ", "")
            for wanted, each in ((self.old, found.old), (self.new, found.new))
        )


_NAME = re.compile(r"^[^\W\d][\w$]*$")
ANY_VARIABLE = WantedVariable()


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedRefactoring:
    """The task of a prediction: a refactoring type, and a method of the base.

    A type that acts on a variable or parameter may name it. `folder` contains the file of the
    method; empty if it may be anywhere.
    """

    type: RefactoringType
    method: MethodId
    variable: WantedVariable = ANY_VARIABLE
    folder: str = ""

    def __str__(self) -> str:
        return f"{self.type}: {self.subject}"

    @property
    def subject(self) -> str:
        """The method with its folder, and the variable if one is named."""
        folder = f"{self.folder}/" if self.folder else ""
        return f"{folder}{self.method} {self.variable}".rstrip()

    def allows_file(self, path: str) -> bool:
        """Whether a file is in the named folder."""
        return not self.folder or path.startswith(f"{self.folder}/")

    @classmethod
    def of_sides(
        cls, kind: RefactoringType, before: RefactoringSide, after: RefactoringSide | None
    ) -> Self:
        """Return the task whose result is a refactoring with these sides."""
        new = None
        if after is not None:
            new = after.variable_type if kind.traits.retypes else after.variable
        variable = WantedVariable(old=before.variable or "", new=new or "")
        return cls(type=kind, method=before.method, variable=variable)

    def accepts(self, found: Refactoring) -> bool:
        """Whether a detected refactoring has this type, method and variable."""
        if found.type is not self.type or found.before is None:
            return False
        other = type(self).of_sides(found.type, found.before, found.after)
        return other.method.matches(self.method) and self.variable.accepts(other.variable)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `Extract Method:pkg.Class#method(params)`.

        For a variable or parameter `old -> new` may follow the method. A folder may precede the class:
        `core/pkg.Class#method(params)`.

        Raises:
            ValueError: the type is unknown, or the method or the variable is malformed.
        """
        name, separator, subject = text.partition(":")
        if not separator:
            raise ValueError(f"not of the form 'Type:pkg.Class#method(types)': {text!r}")
        kind = type_named(name.strip())
        if kind is None:
            known = ", ".join(RefactoringType)
            raise ValueError(f"unknown refactoring type {name.strip()!r}; one of: {known}")
        head, number_sign, rest = subject.strip().partition("#")
        folder, _, class_name = head.rpartition("/")
        subject = f"{class_name}{number_sign}{rest}"
        folder = "/".join(part for part in folder.split("/") if part not in {"", "."})
        if not kind.traits.acts_on_variable:
            return cls(type=kind, method=MethodId.parse(subject), folder=folder)
        method, closed, variable = subject.rpartition(")")
        return cls(
            type=kind,
            method=MethodId.parse(method + closed),
            variable=WantedVariable.parse(variable.strip()),
            folder=folder,
        )
