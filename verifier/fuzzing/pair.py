"""Pair mode: compare two source files or two class folders, and write the result and its files."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.domain.behaviour import Behaviour
from verifier.domain.proof import Proof
from verifier.domain.proof_request import ClassVersion, ProofRequest
from verifier.errors import AnalysisError, InputError
from verifier.fuzzing.compiling import compile_pair, read_pair
from verifier.fuzzing.engine import FuzzingEngine
from verifier.fuzzing.proposals import proposals_of
from verifier.fuzzing.request import Campaign, FuzzingBudget, JUnitFlavour, Versions
from verifier.sandbox.base import Sandbox
from verifier.tools.class_file import read_class_file
from verifier.tools.jdk import Jdk
from verifier.tools.storage.files import make_readable
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.worktree_layout import lay_out


@dataclass(frozen=True, kw_only=True, slots=True)
class PairRequest:
    """The request of the command line.

    `versions` are both source files or both class folders. `captured` are inputs to run first.
    `prove` asks the prover for likely differences, which are tried first; None skips this.
    """

    versions: Versions
    classes: tuple[str, ...] = ()
    budget: FuzzingBudget = field(default_factory=FuzzingBudget)
    junit: JUnitFlavour = JUnitFlavour.FIVE
    captured: bytes | None = None
    prove: Callable[[ProofRequest], Proof] | None = None


def fuzz_pair(request: PairRequest, jdk: Jdk, sandbox: Sandbox) -> Behaviour:
    """Compile sources if they were given, then run one campaign.

    Raises:
        InputError: the two cannot be compared, or do not compile.
        FuzzingError: the engine failed.
        SandboxError: the environment failed.
    """
    with _class_folders(request, jdk, sandbox) as (old, new):
        versions = replace(request.versions, old=old, new=new)
        return FuzzingEngine(sandbox).run(
            Campaign(
                versions=versions,
                jdk=jdk,
                budget=request.budget,
                junit=request.junit,
                classes=request.classes,
                captured=request.captured,
                proposals=_proposals(request, versions, jdk),
            )
        )


def _proposals(request: PairRequest, versions: Versions, jdk: Jdk) -> bytes | None:
    """The differences that the prover found. None if there are none or the prover gave no answer."""
    if request.prove is None:
        return None
    asked = ProofRequest(
        before=ClassVersion(folders=(versions.old,)),
        after=ClassVersion(folders=(versions.new,)),
        class_path=versions.class_path,
        java_home=jdk.home,
    )
    try:
        return proposals_of(request.prove(asked))
    except (AnalysisError, InputError):
        return None


@contextmanager
def _class_folders(request: PairRequest, jdk: Jdk, sandbox: Sandbox) -> Iterator[tuple[Path, Path]]:
    versions = request.versions
    old, new = versions.old, versions.new
    for path in (old, new):
        if not path.exists():
            raise InputError(
                f"{path} is not there",
                hint="Fuzzing takes two source files, OLD.java NEW.java, or two folders of class files.",
            )
    if old.is_dir() != new.is_dir():
        raise InputError(
            f"{old} and {new}: one is a folder, the other a file",
            hint="Give two .java files, or two class folders with --old and --new.",
        )
    if old.is_dir():
        for folder in (old, new):
            _refuse_unusable(folder, jdk)
        yield old, new
        return
    pair = read_pair(old, new, versions.renames)
    made = compile_pair(pair, versions.class_path, jdk, sandbox)
    with scratch_folder() as scratch:
        for side, classes in made.items():
            lay_out(scratch / side, classes)
        make_readable(scratch)
        yield scratch / "old", scratch / "new"


def _refuse_unusable(folder: Path, jdk: Jdk) -> None:
    files = [path for path in sorted(folder.rglob("*.class")) if path.is_file()]
    if not files:
        raise InputError(
            f"{folder} holds no class files",
            hint="Fuzzing takes two source files, OLD.java NEW.java, or two folders of class files.",
        )
    for path in files:
        found = read_class_file(path)
        if found.java > jdk.feature:
            raise InputError(
                f"{path} is compiled for Java {found.java}; {jdk} cannot run it",
                hint="Choose a newer one with --jdk.",
            )
        _refuse_misplaced(path, found.name, folder)


def _refuse_misplaced(path: Path, name: str, folder: Path) -> None:
    inside = path.relative_to(folder)
    if inside.parts[0] == "META-INF" or inside.name == "module-info.class":
        return
    if ".".join(inside.with_suffix("").parts) != name:
        raise InputError(
            f"{path} holds the class {name}",
            hint="Give the folder that the folders of the packages are in.",
        )
