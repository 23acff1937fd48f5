"""The refactoring types and their traits: one row for each type.

A new type is a new row of `RefactoringType`. Nothing else in the project lists types; a contract
test checks this. Code asks a type for its traits, or `traits_of` if it has only the name.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Self


class RefactoringClass(StrEnum):
    """Whether a refactoring is atomic or compound (SWE-Refactor, section 3.1).

    Atomic refactorings make one kind of change; compound ones make several in one step.
    """

    ATOMIC = "atomic"
    COMPOUND = "compound"


class Subject(Enum):
    """The kind of element that a refactoring acts on."""

    METHOD = auto()
    VARIABLE = auto()
    """A local variable or a parameter of one method."""


class Move(Enum):
    """Where a refactoring moves code to."""

    CLASS = auto()
    """Any other class. An answer names its file."""
    HIERARCHY = auto()
    """A superclass or the subclasses."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Getters:
    """The names of RefactoringMiner's methods that return the declarations of one side."""

    method: str
    """The method, as in the table of `RefactoringSide`."""
    partner: str | None = None
    """The second method, if the side has one."""
    variable: str | None = None
    """The variable or parameter, if the side has one."""


_EXTRACTED = (
    Getters(method="getSourceOperationBeforeExtraction"),
    Getters(method="getSourceOperationAfterExtraction", partner="getExtractedOperation"),
)
_INLINED = (
    Getters(method="getInlinedOperation", partner="getTargetOperationBeforeInline"),
    Getters(method="getTargetOperationAfterInline"),
)
_MOVED = (Getters(method="getOriginalOperation"), Getters(method="getMovedOperation"))
_EXTRACTED_VARIABLE = (
    Getters(method="getOperationBefore"),
    Getters(method="getOperationAfter", variable="getVariableDeclaration"),
)
_INLINED_VARIABLE = (
    Getters(method="getOperationBefore", variable="getVariableDeclaration"),
    Getters(method="getOperationAfter"),
)
_RETYPED_VARIABLE = (
    Getters(method="getOperationBefore", variable="getOriginalVariable"),
    Getters(method="getOperationAfter", variable="getChangedTypeVariable"),
)
_RENAMED_VARIABLE = (
    Getters(method="getOperationBefore", variable="getOriginalVariable"),
    Getters(method="getOperationAfter", variable="getRenamedVariable"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Traits:
    """Everything that distinguishes one refactoring type from another.

    The defaults are those of a refactoring of another type, such as Rename Class.
    """

    subject: Subject | None = None
    """What it extracts, inlines, moves, renames or changes; None if the type is not judged."""
    extracts: bool = False
    """Whether a part of the code gets a declaration of its own."""
    inlines: bool = False
    """Whether a declaration disappears, and its code takes the place of its uses."""
    moves: Move | None = None
    """Where the code goes; None if it stays in its class."""
    renames: bool = False
    """Whether the subject gets another name."""
    retypes: bool = False
    """Whether the subject gets another declared type."""
    purity_checked: bool = False
    """Whether PurityChecker covers it. The purity of the others comes from proof and tokens."""
    by_default: bool = False
    """Whether it is one of the benchmark's types, which are mined if no type is named."""
    getters: tuple[Getters, Getters] | None = None
    """How to get the declarations before and after; None if the type is not judged."""
    noun: str = ""
    """What a report calls one such refactoring, in the singular and without an article."""
    detection_asks: tuple[str, ...] = ()
    """What must be visible for a change to count as this type."""

    @property
    def refactoring_class(self) -> RefactoringClass:
        """Compound if it makes several kinds of change; atomic if it makes one."""
        changes = (self.extracts, self.inlines, self.moves is not None, self.renames, self.retypes)
        return RefactoringClass.COMPOUND if sum(changes) > 1 else RefactoringClass.ATOMIC

    @property
    def extracts_method(self) -> bool:
        """Whether a part of a method becomes a new method."""
        return self.extracts and self.subject is Subject.METHOD

    @property
    def inlines_method(self) -> bool:
        """Whether the body of a method takes the place of its calls."""
        return self.inlines and self.subject is Subject.METHOD

    @property
    def relocates(self) -> bool:
        """Whether a whole method gets another name or class. Its calls follow it."""
        changes = self.renames or self.moves is not None
        return self.subject is Subject.METHOD and changes and not (self.extracts or self.inlines)

    @property
    def moves_whole_method(self) -> bool:
        """Whether a whole method goes to any other class. It may leave a delegate behind."""
        return self.relocates and self.moves is Move.CLASS

    @property
    def renames_method(self) -> bool:
        """Whether a method gets another name, in its class or in another one."""
        return self.relocates and self.renames

    @property
    def renames_in_place(self) -> bool:
        """Whether a method gets another name in its class."""
        return self.renames_method and self.moves is None

    @property
    def has_target_file(self) -> bool:
        """Whether an answer contains code for a second file and names that file."""
        return self.moves is Move.CLASS and not self.inlines

    @property
    def drops_method(self) -> bool:
        """Whether the method leaves its place, so that an answer need not mention it there.

        It is false for a move within the hierarchy, for which there is no answer format.
        """
        return self.inlines_method or self.moves_whole_method or self.renames_method

    @property
    def acts_on_variable(self) -> bool:
        """Whether it acts on a variable or parameter and leaves all methods where they are."""
        return self.subject is Subject.VARIABLE


OTHER = Traits()
"""The traits of all types of RefactoringMiner that are not judged."""


class RefactoringType(StrEnum):
    """The types that are judged, by RefactoringMiner's display names, with their traits.

    The first nine and Split Method are the method-level types of SWE-Refactor, appendix C. Those of
    variables are the most frequent refactorings of coding agents (arXiv 2511.04824).
    """

    traits: Traits

    def __new__(cls, name: str, traits: Traits = OTHER) -> Self:
        """Make a member. Only the rows below pass traits; a look-up by name passes none."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.traits = traits
        return member

    EXTRACT_METHOD = (
        "Extract Method",
        Traits(
            subject=Subject.METHOD,
            extracts=True,
            purity_checked=True,
            by_default=True,
            getters=_EXTRACTED,
            noun="extracted method",
            detection_asks=(
                "a new method in the same class whose body is code that stood in the method",
                "a call of the new method in the place of that code",
                "the method itself keeps its name and its parameter types",
            ),
        ),
    )
    INLINE_METHOD = (
        "Inline Method",
        Traits(
            subject=Subject.METHOD,
            inlines=True,
            purity_checked=True,
            by_default=True,
            getters=_INLINED,
            noun="inlined method",
            detection_asks=(
                "the method is gone",
                "its body is in the place of its calls, with arguments instead of parameters",
            ),
        ),
    )
    MOVE_METHOD = (
        "Move Method",
        Traits(
            subject=Subject.METHOD,
            moves=Move.CLASS,
            purity_checked=True,
            by_default=True,
            getters=_MOVED,
            noun="moved method",
            detection_asks=(
                "the method is gone from its class, and is in another with the same name and body",
                "no delegate remains: it would count as Extract And Move Method",
            ),
        ),
    )
    EXTRACT_AND_MOVE_METHOD = (
        "Extract And Move Method",
        Traits(
            subject=Subject.METHOD,
            extracts=True,
            moves=Move.CLASS,
            purity_checked=True,
            by_default=True,
            getters=_EXTRACTED,
            noun="extracted and moved method",
            detection_asks=(
                "a new method in another class whose body is code that stood in the method",
                "a call of it in the place of that code",
            ),
        ),
    )
    MOVE_AND_RENAME_METHOD = (
        "Move And Rename Method",
        Traits(
            subject=Subject.METHOD,
            moves=Move.CLASS,
            renames=True,
            purity_checked=True,
            by_default=True,
            getters=_MOVED,
            noun="moved and renamed method",
            detection_asks=(
                "the method is gone from its class; another class has its body under another name",
            ),
        ),
    )
    MOVE_AND_INLINE_METHOD = (
        "Move And Inline Method",
        Traits(
            subject=Subject.METHOD,
            inlines=True,
            moves=Move.CLASS,
            purity_checked=True,
            by_default=True,
            getters=_INLINED,
            noun="moved and inlined method",
            detection_asks=(
                "the method is gone, and its body is in methods of another class that called it",
            ),
        ),
    )
    PULL_UP_METHOD = (
        "Pull Up Method",
        Traits(
            subject=Subject.METHOD,
            moves=Move.HIERARCHY,
            purity_checked=True,
            getters=_MOVED,
            noun="pulled up method",
            detection_asks=("the method is now in a superclass of its class",),
        ),
    )
    PUSH_DOWN_METHOD = (
        "Push Down Method",
        Traits(
            subject=Subject.METHOD,
            moves=Move.HIERARCHY,
            purity_checked=True,
            getters=_MOVED,
            noun="pushed down method",
            detection_asks=("the method is now in subclasses of its class",),
        ),
    )
    RENAME_METHOD = (
        "Rename Method",
        Traits(
            subject=Subject.METHOD,
            renames=True,
            getters=(
                Getters(method="getOriginalOperation"),
                Getters(method="getRenamedOperation"),
            ),
            noun="renamed method",
            detection_asks=("the same method under another name, in the same class",),
        ),
    )
    EXTRACT_VARIABLE = (
        "Extract Variable",
        Traits(
            subject=Subject.VARIABLE,
            extracts=True,
            getters=_EXTRACTED_VARIABLE,
            noun="extracted variable",
            detection_asks=(
                "a new local variable with an expression of the method, and uses of it in its place",
            ),
        ),
    )
    INLINE_VARIABLE = (
        "Inline Variable",
        Traits(
            subject=Subject.VARIABLE,
            inlines=True,
            getters=_INLINED_VARIABLE,
            noun="inlined variable",
            detection_asks=(
                "the local variable is gone, and the expression that it had is in place of its uses",
            ),
        ),
    )
    RENAME_VARIABLE = (
        "Rename Variable",
        Traits(
            subject=Subject.VARIABLE,
            renames=True,
            getters=_RENAMED_VARIABLE,
            noun="renamed variable",
            detection_asks=("the same local variable under another name, in the same method",),
        ),
    )
    RENAME_PARAMETER = (
        "Rename Parameter",
        Traits(
            subject=Subject.VARIABLE,
            renames=True,
            getters=_RENAMED_VARIABLE,
            noun="renamed parameter",
            detection_asks=("the same parameter under another name, in the same method",),
        ),
    )
    CHANGE_VARIABLE_TYPE = (
        "Change Variable Type",
        Traits(
            subject=Subject.VARIABLE,
            retypes=True,
            getters=_RETYPED_VARIABLE,
            noun="variable with another type",
            detection_asks=("the same local variable with another declared type",),
        ),
    )
    SPLIT_METHOD = (
        "Split Method",
        Traits(
            subject=Subject.METHOD,
            getters=(
                Getters(method="getOriginalMethodBeforeSplit"),
                Getters(method="getSplitMethods"),
            ),
            noun="split method",
            detection_asks=("the method is gone, and two or more methods share its body",),
        ),
    )

    @property
    def refactoring_class(self) -> RefactoringClass:
        """Whether the type is atomic or compound. The whole project uses this definition."""
        return self.traits.refactoring_class


DEFAULT_TYPES = tuple(kind for kind in RefactoringType if kind.traits.by_default)
"""The six types of the benchmark. Other types are mined on request.

Each of them adds, removes or redeclares a method, so none can occur between sides with the same
methods.
"""

_BY_NAME = {str(kind): kind for kind in RefactoringType}


def type_named(name: str | None) -> RefactoringType | None:
    """Return the type with RefactoringMiner's display name; None if it is not judged."""
    return None if name is None else _BY_NAME.get(name)


def traits_of(name: str | None) -> Traits:
    """Return the traits of a type by its name; `OTHER` if the type is not judged or None."""
    kind = type_named(name)
    return OTHER if kind is None else kind.traits
