"""The prover's answer: the whole change, each method, other differences, and its assumptions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import FORM, Described, Form
from verifier.domain.libraries import LibraryRecord, NameShare


class ProofOutcome(StrEnum):
    """The prover's answer about a whole change, the strongest first.

    PROVED: every pair of methods behaves equally, nothing else differs, and every side condition
    holds. ASSUMING_NAMES: the same, under the assumption that unresolved names mean the same on
    both sides. CLOSED_WORLD: the only obstacle is a removed method that classes outside the tree
    could override. REFACTORING_PROVED: the methods of the wanted refactorings are proved, and so
    are the callers of moved, renamed, extracted or inlined code, but the change contains more.
    NOT_PROVED: a difference was met, which is no evidence of changed behaviour. UNRESOLVED: code
    that the proof needs does not compile here. NOT_SUPPORTED: the change contains no byte code that
    can be compared.
    """

    PROVED = "proved"
    ASSUMING_NAMES = "proved-assuming-names"
    CLOSED_WORLD = "proved-closed-world"
    REFACTORING_PROVED = "refactoring-proved-residue-left"
    NOT_PROVED = "not-proved"
    UNRESOLVED = "unresolved"
    NOT_SUPPORTED = "not-supported"


PROVED_REFACTORING = frozenset({ProofOutcome.PROVED, ProofOutcome.REFACTORING_PROVED})
"""Outcomes that prove the wanted refactoring, whatever else the change contains."""


class MethodStatus(StrEnum):
    """The result for one method. The prover steps into added and removed methods at their calls."""

    IDENTICAL = "identical"
    PROVED = "proved"
    REMOVED = "removed"
    ADDED = "added"
    NOT_PROVED = "not-proved"
    UNRESOLVED = "unresolved"


class DifferenceReason(StrEnum):
    """Why two methods were not proved equal. The page of the check explains each reason."""

    ARGUMENTS = "args"
    OTHER_CALL = "other-call"
    OTHER_EVENT = "other-event"
    MORE_EFFECTS = "more-effects"
    CHECK_ORDER = "check-order"
    ONE_SIDED_CHECK = "one-sided-check"
    LOOP_SHAPE = "loop-shape"
    DISPATCH = "dispatch"
    RECURSION = "recursion"
    LAMBDA = "lambda"
    CALLER_SENSITIVE = "caller-sensitive"
    SYNCHRONIZED = "synchronized"
    STATIC_INITIALISER = "static-initialiser"
    SIGNATURE = "signature"
    ALIASES = "aliases"
    UNSUPPORTED = "unsupported"
    BUDGET = "budget"
    UNRESOLVED = "unresolved"


GAVE_UP = frozenset(
    {DifferenceReason.BUDGET, DifferenceReason.UNSUPPORTED, DifferenceReason.UNRESOLVED}
)
"""Reasons that mean 'unknown'. Every other reason describes something that the prover saw."""

SHOWN = frozenset(
    {
        DifferenceReason.ARGUMENTS,
        DifferenceReason.OTHER_CALL,
        DifferenceReason.OTHER_EVENT,
        DifferenceReason.MORE_EFFECTS,
    }
)
"""Reasons that name a difference in what the versions do. The other reasons say what the prover
cannot compare."""

CALLS = SHOWN - {DifferenceReason.ARGUMENTS}
"""Reasons that name another number or order of calls, as if an expression is evaluated once and was
evaluated twice. Whether a caller can see that depends on what the calls do."""


class ResidueKind(StrEnum):
    """Differences in a change that are not code."""

    CLASS_REMOVED = "class-removed"
    CLASS_ADDED = "class-added"
    CLASS_FLAGS = "class-flags"
    CLASS_SHAPE = "class-shape"
    SUPERTYPES = "supertypes"
    PERMITTED_SUBCLASSES = "permitted-subclasses"
    RECORD_COMPONENTS = "record-components"
    FIELD = "field"
    SERIAL_VERSION = "serial-version"
    STATIC_INITIALISER = "static-initialiser"
    CONSTRUCTOR = "constructor"
    METHOD_REMOVED = "method-removed"
    METHOD_FLAGS = "method-flags"
    THROWS_CLAUSE = "throws-clause"
    ANNOTATIONS = "annotations"
    ANNOTATION_DEFAULT = "annotation-default"
    GENERIC_SIGNATURE = "generic-signature"
    MODULE = "module"
    UNKNOWN_ATTRIBUTE = "unknown-attribute"
    OTHER_FILE = "other-file"


class ConditionKind(StrEnum):
    """The side conditions of a proof."""

    OVERRIDDEN = "overridden"
    OVERRIDES = "overrides"
    HIERARCHY_UNKNOWN = "hierarchy-unknown"
    BRIDGE = "bridge"
    SYNCHRONIZED = "synchronized"
    STATIC_INITIALISER = "static-initialiser"
    PLATFORM_MEMBER = "platform-member"
    SERIAL_FORM = "serial-form"
    VISIBILITY = "visibility"
    FOUND_BY_ANNOTATION = "found-by-annotation"
    CLASS_NAME = "class-name"
    PARAMETER_NAME = "parameter-name"
    OPEN_WORLD = "open-world"


class ErrorSide(StrEnum):
    """The versions that have an error of the prover's compiler.

    An error is identified by its message, not by its place.
    """

    NEW = "new"
    OLD = "old"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True, slots=True)
class CodePlace(Described):
    """A place in one version."""

    class_name: str
    """The class, with `/` between packages."""
    method: str
    """The method with its descriptor."""
    path: str
    """The path below the source root; empty if unknown."""
    line: int
    """The line, from 1; 0 if unknown."""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return where or self.class_name.replace("/", ".")


class InputKind(StrEnum):
    """The kind of statement about a part of an input."""

    NUMBER = "number"
    TEXT = "text"
    NULL = "null"
    NOT_NULL = "not-null"
    TYPE = "type"
    CONSTANT = "constant"


@dataclass(frozen=True, kw_only=True, slots=True)
class InputValue(Described):
    """A value that an input of the old method may need to reach a difference.

    Only a run can confirm it.
    """

    parameter: int
    """The index of the parameter, from 0; -1 for the receiver."""
    steps: tuple[str, ...]
    """The path from the parameter to the value: `.field`, `#` a length or size, `[2]` an element,
    `("key")` a map's value, `+` a member of a collection, `name()` a method's result."""
    kind: InputKind
    """The kind of statement about the value."""
    value: str
    """The number, the text, the type's internal name, or the constant as `a/b/C.NAME`; empty for
    the other kinds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference(Described):
    """The first obstacle to a proof that two methods are equal."""

    reason: DifferenceReason
    """The kind of obstacle."""
    message: str
    """The same as a sentence."""
    before: CodePlace | None = None
    """The place in the old version; null if the code has no counterpart there."""
    after: CodePlace | None = None
    """The place in the new version; null if the code has no counterpart there."""
    before_event: str = ""
    """What the old version does at this place."""
    after_event: str = ""
    """What the new version does at this place."""
    path: tuple[str, ...] = ()
    """The conditions on the inputs that lead to this place."""
    values: tuple[InputValue, ...] = ()
    """Input values that may lead to this place, as far as the conditions show them. Fuzzing tries
    them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodProof(Described):
    """One method, or a pair of an old and a new method that was compared.

    A method is written as in byte code: `a/b/C.name(descriptor)`. `difference` is present if the
    status is not proved or unresolved.
    """

    status: MethodStatus
    """The result for the method."""
    before: str | None
    """The old method, as `a/b/C.name(descriptor)`; null if there is none."""
    after: str | None
    """The new method, as `a/b/C.name(descriptor)`; null if there is none."""
    stepped_before: tuple[str, ...] = ()
    """Methods of the old version that the proof stepped into."""
    stepped_after: tuple[str, ...] = ()
    """Methods of the new version that the proof stepped into."""
    difference: Difference | None = None
    """The obstacle to a proof; null if there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResidueItem(Described):
    """A difference that is not code. A value is empty if the side has no such item."""

    kind: ResidueKind
    """The kind of difference."""
    where: str
    """The class or member."""
    before: str
    """The old value; empty if there is none."""
    after: str
    """The new value; empty if there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition(Described):
    """A side condition that does not hold."""

    kind: ConditionKind
    """The side condition."""
    where: str
    """The class or member."""
    why: str
    """Why it does not hold, in one line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileError(Described):
    """An error of the prover's compiler."""

    side: ErrorSide
    """The versions that have it."""
    message: str
    """The compiler's message."""
    file: str
    """The source file, relative to the tree."""
    line: int
    """The line, from 1; 0 if unknown. It refers to the new version, or to the old one if only that
    has the error."""
    certain: bool
    """Whether the error is surely new: only the new version has it, and no missing class,
    annotation processor or other Java version could explain it."""
    doubt: str
    """What could explain the error; empty if it is certain or not new."""

    def __str__(self) -> str:
        return f"{self.message} ({self.file}:{self.line})" if self.line else self.message


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof(Described):
    """The prover's answer for one change, in a stable order.

    Every printed proof includes its assumptions.
    """

    outcome: ProofOutcome
    """The answer about the whole change."""
    methods: tuple[MethodProof, ...] = ()
    """Every method that was compared, added or removed."""
    residue: tuple[ResidueItem, ...] = ()
    """The differences that are not code."""
    conditions: tuple[Condition, ...] = ()
    """The side conditions that do not hold."""
    assumptions: tuple[str, ...] = ()
    """The assumptions behind the answer."""
    compile_errors: tuple[CompileError, ...] = ()
    """Compile errors: first those of the new version alone (at most 200), then twenty of both
    versions and twenty of the old one. Empty if class files were compared."""
    names: NameShare | None = None
    """How many names in the changed files resolve; null if class files were compared."""
    class_path: LibraryRecord | None = None
    """The jars that the sources were compiled against, and the missing ones; null if no jars were
    searched."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def first_difference(self) -> Difference | None:
        """The first difference that the prover saw; without one, the first place where it gave up.

        None without either. A method that the prover could not read says nothing about the others,
        so it never hides a difference.
        """
        found = [each.difference for each in self.methods if each.difference is not None]
        return min(found, key=lambda each: each.reason in GAVE_UP, default=None)

    @property
    def new_errors(self) -> tuple[CompileError, ...]:
        """The errors of the new version alone, the certain ones first."""
        return tuple(each for each in self.compile_errors if each.side is ErrorSide.NEW)

    @property
    def counts(self) -> Mapping[MethodStatus, int]:
        """Number of methods by status, without zeros."""
        statuses = [method.status for method in self.methods]
        return {status: statuses.count(status) for status in MethodStatus if status in statuses}
