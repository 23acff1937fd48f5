"""What a proof of behaviour says: the whole change, every method, what is left, what it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import FORM, Described, Form
from verifier.domain.libraries import LibraryRecord


class ProofOutcome(StrEnum):
    """What the prover says about a whole change, the strongest first.

    PROVED: every pair of methods behaves alike, nothing is left over, every side condition holds.
    ASSUMING_NAMES: the same, if names that could not be resolved mean the same on both sides.
    CLOSED_WORLD: only the removal of a method that classes outside the tree could override stands
    against it. REFACTORING_PROVED: the methods of the wanted refactorings are proved, and those that
    call what was moved, renamed, extracted or inlined; the change holds more. NOT_PROVED: a first difference was met, which is no evidence
    of a changed behaviour. UNRESOLVED: code that the proof needs does not compile here.
    NOT_SUPPORTED: nothing of the change is byte code that can be compared.
    """

    PROVED = "proved"
    ASSUMING_NAMES = "proved-assuming-names"
    CLOSED_WORLD = "proved-closed-world"
    REFACTORING_PROVED = "refactoring-proved-residue-left"
    NOT_PROVED = "not-proved"
    UNRESOLVED = "unresolved"
    NOT_SUPPORTED = "not-supported"


PROVED_REFACTORING = frozenset({ProofOutcome.PROVED, ProofOutcome.REFACTORING_PROVED})
"""The wanted refactoring is proved, whatever else the change holds."""


class MethodStatus(StrEnum):
    """What became of one method; an added or removed one was stepped into wherever it was met."""

    IDENTICAL = "identical"
    PROVED = "proved"
    REMOVED = "removed"
    ADDED = "added"
    NOT_PROVED = "not-proved"
    UNRESOLVED = "unresolved"


class DifferenceReason(StrEnum):
    """Why two methods were not proved alike; the page of the check says what each one means."""

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
"""Reasons by which the prover says that it does not know; every other one is something it saw."""


class ResidueKind(StrEnum):
    """What of a change is no code and differs."""

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
    OPEN_WORLD = "open-world"


class ErrorSide(StrEnum):
    """Which versions have an error of the prover's compiler: one message is one error, wherever it is."""

    NEW = "new"
    OLD = "old"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True, slots=True)
class CodePlace(Described):
    """A place in one version. `path` is below its source root, empty if unknown; `line` from 1, 0 if unknown."""

    class_name: str
    """The class, with `/` between packages."""
    method: str
    """The method with its descriptor."""
    path: str
    """The path below the source root; empty where it is not known."""
    line: int
    """The line from 1; 0 where it is not known."""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return where or self.class_name.replace("/", ".")


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference(Described):
    """The first thing that stood against a proof of two methods.

    A side's place is None where its code has no counterpart. `before_event` and `after_event` say
    what each side does there; `path` what must hold of the inputs to come there.
    """

    reason: DifferenceReason
    """Why no proof was found."""
    message: str
    """The same in a sentence."""
    before: CodePlace | None = None
    """The place in the old version; null where its code has no counterpart."""
    after: CodePlace | None = None
    """The place in the new version; null likewise."""
    before_event: str = ""
    """What the old version does there."""
    after_event: str = ""
    """What the new version does there."""
    path: tuple[str, ...] = ()
    """What must hold of the inputs to come there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodProof(Described):
    """One method, or an old and a new one that were compared.

    A method reads `a/b/C.name(descriptor)`, as in byte code; None where a side has none. `difference`
    is there for not proved and unresolved ones.
    """

    status: MethodStatus
    """What became of it."""
    before: str | None
    """The old method, as `a/b/C.name(descriptor)`; null where there is none."""
    after: str | None
    """The new method, likewise."""
    stepped_before: tuple[str, ...] = ()
    """The old version's methods that were stepped into."""
    stepped_after: tuple[str, ...] = ()
    """The new version's, likewise."""
    difference: Difference | None = None
    """What stands against a proof; null where nothing does."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResidueItem(Described):
    """Something that is no code and is not the same on both sides; empty where a side has nothing."""

    kind: ResidueKind
    """What it is."""
    where: str
    """The class or member."""
    before: str
    """How it was; empty where it was not there."""
    after: str
    """How it is; empty where it is gone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition(Described):
    """A side condition that does not hold, and why in one line."""

    kind: ConditionKind
    """Which side condition does not hold."""
    where: str
    """The class or member."""
    why: str
    """Why, in one line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileError(Described):
    """An error of the prover's compiler."""

    side: ErrorSide
    """Which versions have it."""
    message: str
    """The compiler's words."""
    file: str
    """The source file, from the top of the tree."""
    line: int
    """The line, from 1, in the new version, or in the old one where that alone has the error; 0 if unknown."""
    certain: bool
    """Whether the new version alone has it, and no absent class, annotation processor or other Java could take it away."""
    doubt: str
    """What could take it away; empty where it is certain, and where it is not new."""

    def __str__(self) -> str:
        return f"{self.message} ({self.file}:{self.line})" if self.line else self.message


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof(Described):
    """The answer for one change, in a stable order. `assumptions` are printed with every proof."""

    outcome: ProofOutcome
    """What is said of the whole change."""
    methods: tuple[MethodProof, ...] = ()
    """Every method that was compared, added or removed."""
    residue: tuple[ResidueItem, ...] = ()
    """What is no code and differs."""
    conditions: tuple[Condition, ...] = ()
    """The side conditions that do not hold."""
    assumptions: tuple[str, ...] = ()
    """What the proof rests on."""
    compile_errors: tuple[CompileError, ...] = ()
    """What does not compile here: the errors of the new version alone (at most 200), then twenty of both versions and twenty of the old one; empty where class files were compared."""
    class_path: LibraryRecord | None = None
    """The jars that the sources were compiled against, and what is missing; null where none were looked for."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    @property
    def first_difference(self) -> Difference | None:
        """What the prover saw differ first, else where it gave up first; None without either.

        A method that it could not read says nothing of the others, wherever it stands in the list.
        """
        found = [each.difference for each in self.methods if each.difference is not None]
        return min(found, key=lambda each: each.reason in GAVE_UP, default=None)

    @property
    def new_errors(self) -> tuple[CompileError, ...]:
        """The errors that the new version alone has, the certain ones first."""
        return tuple(each for each in self.compile_errors if each.side is ErrorSide.NEW)

    @property
    def counts(self) -> Mapping[MethodStatus, int]:
        """How many methods there are of each status, zeros left out."""
        statuses = [method.status for method in self.methods]
        return {status: statuses.count(status) for status in MethodStatus if status in statuses}
