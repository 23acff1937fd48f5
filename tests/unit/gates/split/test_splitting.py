"""A change is split by what the gate says about trees between its sides; here it is scripted."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Subject
from tests.support.split_patches import apply_in_turn
from tests.support.verdicts import check
from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.purity import EditFact
from verifier.domain.gate import (
    BehaviourAnswer,
    Decision,
    Extent,
    FindingLevel,
    GateFinding,
    GateUnit,
    RefactoringAnswer,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import CompileError, ErrorSide, Proof, ProofOutcome
from verifier.domain.split import SplitOutcome, SplitTie
from verifier.errors import StorageError
from verifier.gates.change.division import Division
from verifier.gates.judged import Judged
from verifier.gates.split.splitting import (
    MOST_ROUNDS,
    SplitPatches,
    split_again,
    split_with,
    split_without_code,
    write_patches,
)
from verifier.tools.git.repository import Repository

A, B = "src/main/java/p/A.java", "src/main/java/p/B.java"
EXTRACTED = RefactoringAnswer(
    type="Extract Method",
    description="Extract Method",
    behaviour=BehaviourAnswer.OPEN,
    reason="",
    purity="pure",
    before_file=A,
    before_line=2,
    file=A,
    line=2,
)


def unit(
    behaviour: BehaviourAnswer,
    extent: Extent,
    *,
    found: bool,
    findings: tuple[GateFinding, ...] = (),
) -> GateUnit:
    return GateUnit(
        behaviour=behaviour,
        refactoring=extent,
        decision=Decision.OPEN,
        refactorings=(EXTRACTED,) if found else (),
        checks=(),
        findings=findings,
    )


def said(*checks: CheckResult, found: bool, findings: tuple[GateFinding, ...] = ()) -> Judged:
    answer = unit(BehaviourAnswer.OPEN, Extent.MORE, found=found, findings=findings)
    return Judged(
        unit=answer, checks=checks, division=Division(judged=None, aside=(), objections=())
    )


PROVED = Judged(
    unit=unit(BehaviourAnswer.PROVED, Extent.ONLY, found=True),
    checks=(),
    division=Division(judged=None, aside=(), objections=()),
)


class Gate:
    """Objects to every line with BAD, and to `add()` without a line `void add`.

    Lines with BAD are edits beyond the refactorings; with `replaced` the edit has its old code.
    """

    def __init__(self, repository: Repository, replaced: str = "", *, found: bool = True) -> None:
        self.repository, self.replaced, self.found = repository, replaced, found
        self.trees: list[str] = []

    def judge(self, commit: str) -> Judged:
        """Judge one tree."""
        self.trees.append(self.repository.tree_id(commit))
        tree = self.repository.tree(commit)
        texts = {p: tree.read(p) or b"" for p in sorted(tree.paths()) if p.endswith(".java")}
        edits = [edit for path, text in texts.items() for edit in self._edits(path, text)]
        everything = b"".join(texts.values())
        if b" = add()" in everything and b"void add" not in everything:
            return said(missing(texts[A]), found=self.found)
        if not edits:
            return PROVED
        return said(impure(edits), found=self.found)

    def _edits(self, path: str, text: bytes) -> Iterator[EditFact]:
        for number, line in enumerate(text.split(b"\n"), 1):
            if b"BAD" in line:
                diff = (f"- {self.replaced}", "+ BAD") if self.replaced else ("+ BAD",)
                yield EditFact(
                    what=f"changed: {path}", file=path, line=number, before="", after="", diff=diff
                )


def impure(edits: list[EditFact]) -> CheckResult:
    data = {
        "verdict": "pure", "tier": None, "comment": "", "description": "", "mapping_state": None,
        "tolerated": [], "residue": [], "residue_count": len(edits),
        "edits": [dataclasses.asdict(each) for each in edits],
    }  # fmt: skip
    return check(CheckName.PURITY, Status.FAILED, Reason.IMPURE, data=data)


def missing(text: bytes) -> CheckResult:
    line = next(n for n, line in enumerate(text.split(b"\n"), 1) if b"add()" in line)
    error = CompileError(
        side=ErrorSide.NEW,
        message="The method add() is undefined for the type A",
        file=A,
        line=line,
        certain=True,
        doubt="",
    )
    return proof_result(Proof(outcome=ProofOutcome.UNRESOLVED, compile_errors=(error,)), READ)


@dataclasses.dataclass(frozen=True)
class Sides:
    """A repository with a base and a head."""

    subject: Subject
    base: str
    head: str

    def split(self, gate_words: str = "", *, found: bool = True) -> tuple[SplitPatches, Gate]:
        """Split the change with a scripted gate."""
        with Repository.open(self.subject.path) as repository:
            gate = Gate(repository, gate_words, found=found)
            return (
                split_with(gate.judge, lambda _: (), repository, self.base, self.head),
                gate,
            )


MakeSides = Callable[..., Sides]


@pytest.fixture
def make_sides(make_repository: MakeRepository) -> MakeSides:
    def make(
        before: dict[str, str | bytes], after: dict[str, str | bytes | None], mode: str = ""
    ) -> Sides:
        subject = make_repository("subject")
        base = subject.commit(before, "base")
        if mode:
            (subject.path / mode).chmod(0o755)
        return Sides(subject, base, subject.commit(after, "head"))

    return make


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


PLAIN = text("class A {", "  one", "  two", "  three", "  four", "}")


def test_the_hunk_of_a_finding_goes_to_the_rest_and_the_others_stay(
    make_sides: MakeSides, tmp_path: Path
) -> None:
    new = PLAIN.replace("one", "uno").replace("three", "BAD")
    sides = make_sides({A: PLAIN}, {A: new})

    patches, gate = sides.split()

    assert patches.record.outcome is SplitOutcome.PARTED
    assert b"+  uno" in patches.refactoring
    assert b"BAD" not in patches.refactoring
    assert b"-  three\n+  BAD" in patches.rest
    assert patches.record.refactoring.files == patches.record.rest.files == (A,)
    assert (patches.record.refactoring.hunks, patches.record.rest.hunks) == (1, 1)
    assert patches.record.ties == ()
    trees = apply_in_turn(sides.subject, sides.base, patches, tmp_path / "out")
    assert trees[0] == gate.trees[-1]
    assert trees[1] == sides.subject.git("rev-parse", f"{sides.head}^{{tree}}")


def test_lines_that_replace_as_many_are_parted_one_by_one(make_sides: MakeSides) -> None:
    new = PLAIN.replace("one", "uno").replace("two", "BAD")

    patches, _ = make_sides({A: PLAIN}, {A: new}).split()

    assert b"-  one\n+  uno" in patches.refactoring
    assert b"-  two\n+  BAD" in patches.rest


def test_an_edit_inside_of_moved_code_gets_its_old_code_first(make_sides: MakeSides) -> None:
    new = text("class A {", "  moved", "  BAD", "  moved too", *PLAIN.splitlines()[1:])

    patches, _ = make_sides({A: PLAIN}, {A: new}).split("two")

    assert patches.record.outcome is SplitOutcome.PARTED
    assert b"+  moved\n+  two\n+  moved too" in patches.refactoring
    assert b"-  two\n+  BAD" in patches.rest


def test_old_code_has_the_encoding_of_its_file(make_sides: MakeSides, tmp_path: Path) -> None:
    old = text("class A {", "  one", '  "\u00e9"', "  two", "}").encode("latin-1")
    new = old.replace('  "\u00e9"'.encode("latin-1"), b"  BAD").replace(b"one", b"uno")
    sides = make_sides({A: old}, {A: new})

    patches, _ = sides.split('"\u00e9"')

    trees = apply_in_turn(sides.subject, sides.base, patches, tmp_path / "out")
    middle = sides.subject.git("show", f"{trees[0]}:{A}")
    assert middle.encode("utf-8", "surrogateescape") == old.replace(b"one", b"uno").strip()


def test_a_change_that_is_proved_has_no_rest_and_one_without_refactoring_is_all_rest(
    make_sides: MakeSides,
) -> None:
    proved, gate = make_sides({A: PLAIN}, {A: PLAIN.replace("one", "uno")}).split()

    assert (proved.record.outcome, proved.rest) == (SplitOutcome.ONLY_REFACTORING, b"")
    assert len(gate.trees) == 1


def test_without_a_refactoring_all_is_the_rest(make_sides: MakeSides, tmp_path: Path) -> None:
    sides = make_sides({A: PLAIN}, {A: PLAIN.replace("one", "BAD")})

    patches, _ = sides.split(found=False)

    assert (patches.record.outcome, patches.refactoring) == (SplitOutcome.NO_REFACTORING, b"")
    assert patches.record.ties == ()
    trees = apply_in_turn(sides.subject, sides.base, patches, tmp_path / "out")
    assert trees[1] == sides.subject.git("rev-parse", f"{sides.head}^{{tree}}")


def test_a_hunk_that_does_not_compile_without_the_rest_is_tied_to_it(make_sides: MakeSides) -> None:
    new = PLAIN.replace("  one", "  int x = add();").replace("  four", "  void add BAD\n  four")

    patches, _ = make_sides({A: PLAIN}, {A: new}).split()

    assert (patches.record.outcome, patches.refactoring) == (SplitOutcome.TIED, b"")
    assert patches.record.ties == (
        SplitTie(
            file=A,
            line=2,
            why="does not compile without the rest: The method add() is undefined for the type A",
        ),
    )
    assert patches.record.why


def test_code_that_calls_what_the_rest_declares_goes_there_and_other_hunks_stay(
    make_sides: MakeSides,
) -> None:
    new = (
        PLAIN.replace("  one", "  int x = add();")
        .replace("  three", "  void add BAD\n  three")
        .replace("}", "  tre\n}")
    )

    patches, _ = make_sides({A: PLAIN}, {A: new}).split()

    assert patches.record.outcome is SplitOutcome.PARTED
    assert b"+  tre" in patches.refactoring
    assert b"add" not in patches.refactoring
    assert [(tie.file, tie.line) for tie in patches.record.ties] == [(A, 2)]


def test_files_of_every_kind_come_back_byte_for_byte(make_sides: MakeSides, tmp_path: Path) -> None:
    base = {
        A: PLAIN.replace("\n", "\r\n").removesuffix("\r\n"),
        B: PLAIN.replace("class A", "class B"),
        "src/main/java/p/Gone.java": "class Gone {}\n",
        "bin/run.sh": "exit 0\n",
        "data.bin": bytes(range(256)),
        "gone.bin": bytes(range(255, 0, -1)),
        "no-end.txt": "no end",
    }
    head = {
        A: str(base[A]).replace("one", "uno").replace("three", "BAD"),
        B: None,
        "src/main/java/p/Renamed.java": str(base[B])
        .replace("two", "BAD")
        .replace("four", "quattro"),
        "src/main/java/p/Gone.java": None,
        "src/main/java/p/New.java": "class New { /* \u00e4\u00f6 BAD */ }",
        "data.bin": bytes(range(255, -1, -1)),
        "gone.bin": None,
        "new.bin": b"\0\1\2",
        "empty.txt": b"",
        "no-end.txt": "no end\n",
        'a "b"\t\u00e9.txt': "x\r\ny",
    }
    sides = make_sides(base, head, mode="bin/run.sh")

    patches, gate = sides.split()

    assert patches.record.outcome is SplitOutcome.PARTED
    assert b"BAD" not in patches.refactoring.replace(b"-  BAD", b"")
    assert {p for p in patches.record.refactoring.files if not p.endswith(".java")} == set()
    trees = apply_in_turn(sides.subject, sides.base, patches, tmp_path / "out")
    assert trees[0] == gate.trees[-1]
    assert trees[1] == sides.subject.git("rev-parse", f"{sides.head}^{{tree}}")


def test_a_search_ends_and_claims_nothing(make_sides: MakeSides) -> None:
    sides = make_sides(
        {A: text("class A {", *"abcdefghijklmnopqrstuvwxyz", "}")}, {A: "class A {}\n"}
    )
    lines = text("class A {", *(f"{c}x\n{c}" for c in "abcdefghijklmnopqrstuvwxyz"), "}")
    head = sides.subject.commit({A: lines}, "more")
    rounds = 0

    def judge(_: str) -> Judged:
        nonlocal rounds
        rounds += 1
        finding = GateFinding(
            rule_id="NOT_PROVED", level=FindingLevel.WARNING, message="no", file=A, line=1
        )
        return said(found=True, findings=(finding,))

    with Repository.open(sides.subject.path) as repository:
        patches = split_with(judge, lambda _: (), repository, sides.base, head)

    assert rounds == MOST_ROUNDS
    assert (patches.record.outcome, patches.refactoring) == (SplitOutcome.TIED, b"")


def test_trouble_of_the_environment_is_noted(make_sides: MakeSides) -> None:
    sides = make_sides({A: PLAIN}, {A: PLAIN.replace("one", "uno")})
    finding = GateFinding(rule_id="TIMEOUT", level=FindingLevel.WARNING, message="too slow")

    with Repository.open(sides.subject.path) as repository:
        patches = split_with(
            lambda _: said(found=False, findings=(finding,)),
            lambda _: (),
            repository,
            sides.base,
            sides.head,
        )

    assert patches.troubled
    assert patches.refactoring == b""


def test_a_change_without_code_is_all_rest(make_sides: MakeSides) -> None:
    sides = make_sides({"pom.xml": "<a/>\n"}, {"pom.xml": "<b/>\n"})

    with Repository.open(sides.subject.path) as repository:
        patches = split_without_code(repository, sides.base, sides.head)

    assert (patches.record.outcome, patches.refactoring) == (SplitOutcome.NO_REFACTORING, b"")
    assert patches.record.rest.files == ("pom.xml",)


def test_the_rest_follows_from_the_first_patch(make_sides: MakeSides) -> None:
    sides = make_sides({A: PLAIN}, {A: PLAIN.replace("one", "uno").replace("three", "BAD")})
    patches, _ = sides.split()

    with Repository.open(sides.subject.path) as repository:
        again = split_again(
            repository, patches.record, (sides.base, sides.head), patches.refactoring
        )
        none = split_again(repository, None, (sides.base, sides.head), b"")

    assert again == patches
    assert none is None


def test_both_files_are_replaced_or_none(make_sides: MakeSides, tmp_path: Path) -> None:
    patches, _ = make_sides({A: PLAIN}, {A: PLAIN.replace("one", "uno")}).split()
    out = tmp_path / "out"
    (out / "rest.patch").mkdir(parents=True)
    (out / "refactoring.patch").write_bytes(b"old")

    with pytest.raises(StorageError, match=r"rest\.patch"):
        write_patches(out, patches)

    assert (out / "refactoring.patch").read_bytes() == b"old"
    assert sorted(p.name for p in out.iterdir()) == ["refactoring.patch", "rest.patch"]
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError):
        write_patches(tmp_path / "file", patches)
