"""What an attestation says about a run: the predicate of an in-toto statement."""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import CheckName, JsonValue, Status
from verifier.domain.verdict import VerdictProvenance


@dataclass(frozen=True, kw_only=True, slots=True)
class AttestedLedger(Described):
    """The file of verdicts."""

    sha256: str
    """The SHA-256 hash of its content."""
    lines: int
    """The number of its lines."""
    chain: str
    """The hash in its last line, which covers all lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttestedVerdict(Described):
    """The latest verdict on one prediction."""

    instance_id: str
    """The id of the answered instance."""
    model_name_or_path: str
    """The author of the answer."""
    sample: int
    """The number of the answer among several, from 0."""
    repo: str
    """The repository's name."""
    base_commit: str
    """The commit that the answer changes."""
    tree: str | None
    """The id of the candidate's git tree; null if the answer does not apply, or the id is unknown."""
    success: Status
    """Whether the answer applies, does the wanted refactoring, compiles and passes the tests."""
    strict_success: Status
    """Whether the answer is also pure, with no other edits."""
    proved_success: Status
    """Whether the change is proved to preserve behaviour."""
    checks: Mapping[CheckName, Status]
    """The outcome of each check."""
    provenance: VerdictProvenance
    """The recorded inputs that decided the verdict: tools, sandbox, runtime and image."""
    evidence: Mapping[str, str]
    """The SHA-256 hash of each file of evidence, by its path in the run folder."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunAttestation(Described):
    """The predicate of the statement that `attest` writes."""

    refverify: str
    """The version of refverify that wrote the statement."""
    ledger: AttestedLedger
    """The ledger: its hash, and the end of its chain of hashes."""
    run: Mapping[str, JsonValue]
    """The content of `run.json`: the inputs and options of the last call."""
    verdicts: tuple[AttestedVerdict, ...]
    """The latest verdict on each prediction."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
