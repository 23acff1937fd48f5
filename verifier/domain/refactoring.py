"""What a refactoring is: its type, the methods it acts on, and where they stand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from verifier.domain.described import Described
from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.domain.purity import Purity


class RefactoringClass(StrEnum):
    """Atomic: one kind of change; compound: several in one step (SWE-Refactor, section 3.1)."""

    ATOMIC = "atomic"
    COMPOUND = "compound"


class RefactoringType(StrEnum):
    """The method-level types, by RefactoringMiner's display names (SWE-Refactor, appendix C)."""

    EXTRACT_METHOD = "Extract Method"
    INLINE_METHOD = "Inline Method"
    MOVE_METHOD = "Move Method"
    EXTRACT_AND_MOVE_METHOD = "Extract And Move Method"
    MOVE_AND_RENAME_METHOD = "Move And Rename Method"
    MOVE_AND_INLINE_METHOD = "Move And Inline Method"
    PULL_UP_METHOD = "Pull Up Method"
    PUSH_DOWN_METHOD = "Push Down Method"
    RENAME_METHOD = "Rename Method"
    EXTRACT_VARIABLE = "Extract Variable"
    SPLIT_METHOD = "Split Method"

    @property
    def refactoring_class(self) -> RefactoringClass:
        """Atomic or compound; stated here once for the whole project."""
        return RefactoringClass.COMPOUND if self in _COMPOUND else RefactoringClass.ATOMIC


_COMPOUND = frozenset(
    {
        RefactoringType.EXTRACT_AND_MOVE_METHOD,
        RefactoringType.MOVE_AND_RENAME_METHOD,
        RefactoringType.MOVE_AND_INLINE_METHOD,
    }
)

DEFAULT_TYPES: tuple[RefactoringType, ...] = (
    RefactoringType.EXTRACT_METHOD,
    RefactoringType.INLINE_METHOD,
    RefactoringType.MOVE_METHOD,
    RefactoringType.EXTRACT_AND_MOVE_METHOD,
    RefactoringType.MOVE_AND_RENAME_METHOD,
    RefactoringType.MOVE_AND_INLINE_METHOD,
)
"""The six types of the benchmark; the others are mined on request."""

EXTRACTING = frozenset({RefactoringType.EXTRACT_METHOD, RefactoringType.EXTRACT_AND_MOVE_METHOD})
"""A part of the method becomes a method of its own."""

INLINING = frozenset({RefactoringType.INLINE_METHOD, RefactoringType.MOVE_AND_INLINE_METHOD})
"""The method's body takes the place of its calls."""

RELOCATING = frozenset(
    {
        RefactoringType.RENAME_METHOD,
        RefactoringType.MOVE_METHOD,
        RefactoringType.MOVE_AND_RENAME_METHOD,
        RefactoringType.PULL_UP_METHOD,
        RefactoringType.PUSH_DOWN_METHOD,
    }
)
"""The method lives on under another name or in another class; its calls follow it."""

NEED_ANOTHER_METHOD = frozenset(DEFAULT_TYPES)
"""A method comes, goes or is declared otherwise: none of these is between sides with the same methods."""

_METHOD_ID = re.compile(r"^(?P<owner>[^#()\s]+)#(?P<name>[^#()\s]+)\((?P<parameters>.*)\)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodId(Described):
    """A method by its binary class name, its name and its erased parameter types.

    `class_name` separates nested classes with `$` (`pkg.Outer$Inner`). A parameter type is the
    erased name as the source writes it (`List`, `int`, `String[]`; a varargs parameter is an
    array). A constructor is called `<init>`.
    """

    class_name: str
    """The binary name of its class: nested classes are joined with `$`."""
    name: str
    """Its name; `<init>` for a constructor."""
    parameter_types: tuple[str, ...] = ()
    """The erased types of its parameters, as the source writes them."""

    def __str__(self) -> str:
        return f"{self.class_name}#{self.name}({', '.join(self.parameter_types)})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `pkg.Class#method(int, String)`, with parameter types as a person writes them.

        Raises:
            ValueError: the text has another form.
        """
        match = _METHOD_ID.match(text.strip())
        if match is None:
            raise ValueError(f"not of the form pkg.Class#method(types): {text!r}")
        parameters = tuple(parameters_in(match["parameters"]))
        return cls(class_name=match["owner"], name=match["name"], parameter_types=parameters)

    def matches(self, other: Self) -> bool:
        """Same method; `$` and `.` between classes are one, parameter types any way of writing them."""
        return (
            self.name == other.name
            and self.class_name.replace("$", ".") == other.class_name.replace("$", ".")
            and tuple(map(canonical_type, self.parameter_types))
            == tuple(map(canonical_type, other.parameter_types))
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeRange(Described):
    """A labelled stretch of source: lines and columns count from 1, both ends inclusive.

    Columns are UTF-16 code units, as the Java side counts them; a whole-line range has column 0
    at its start. `role` is RefactoringMiner's own label.
    """

    file: str
    """The path, from the repository's top."""
    start_line: int
    """The first line, from 1."""
    start_column: int
    """The first column, in UTF-16 units from 1; 0 for whole lines."""
    end_line: int
    """The last line, inclusive."""
    end_column: int
    """The last column, inclusive."""
    role: str
    """What the stretch is, in RefactoringMiner's words."""
    element: str = ""
    """The code element, in RefactoringMiner's words; may be empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringSide(Described):
    """One side (before or after) of a refactoring.

    | type                      | before.method | before.partner | after.method | after.partner |
    |---------------------------|---------------|----------------|--------------|---------------|
    | Extract, Extract And Move | source        | -              | source       | extracted     |
    | Inline, Move And Inline   | inlined       | target         | target       | -             |
    | all others                | the method    | -              | the method   | -             |

    `before.method` is the method that the refactoring acts on: the one a task names.
    """

    file: str
    """The path of the method's file."""
    method: MethodId
    """The method; on the side before, the one that a task names."""
    partner: MethodId | None = None
    """The other method: the extracted one after an extraction, the target before an inlining;
    null where there is none."""
    partner_file: str | None = None
    """The path of the partner's file."""
    ranges: tuple[CodeRange, ...] = ()
    """The stretches of code that the refactoring touches on this side."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refactoring(Described):
    """One detected refactoring, of any type that RefactoringMiner knows.

    `type_name` is its display name. The sides have methods only for method-level types; a
    refactoring of another kind (Rename Class, Add Parameter …) is kept as context with `before`
    and `after` absent.
    """

    type_name: str
    """RefactoringMiner's name of the type, any of those that it knows."""
    description: str
    """RefactoringMiner's sentence."""
    before: RefactoringSide | None = None
    """The side before; null where it is no refactoring of methods."""
    after: RefactoringSide | None = None
    """The side after; null likewise."""
    purity: Purity | None = None
    """What PurityChecker says of it; null where it was not asked."""
    delegate: bool = False
    """Whether the old method was left as one that only calls the new one."""

    @property
    def type(self) -> RefactoringType | None:
        """The type where it is one of ours, else None."""
        return _BY_NAME.get(self.type_name)


_BY_NAME: Mapping[str, RefactoringType] = {str(t): t for t in RefactoringType}


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedRefactoring:
    """What a prediction was asked to do: a type, on a method of the base."""

    type: RefactoringType
    method: MethodId

    def __str__(self) -> str:
        return f"{self.type}: {self.method}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `Extract Method:pkg.Class#method(params)`.

        Raises:
            ValueError: unknown type or malformed method.
        """
        name, separator, method = text.partition(":")
        if not separator:
            raise ValueError(f"not of the form 'Type:pkg.Class#method(types)': {text!r}")
        try:
            kind = RefactoringType(name.strip())
        except ValueError:
            known = ", ".join(RefactoringType)
            raise ValueError(
                f"unknown refactoring type {name.strip()!r}; one of: {known}"
            ) from None
        return cls(type=kind, method=MethodId.parse(method))
