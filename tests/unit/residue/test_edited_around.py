"""What a commit edits around extracted code is known without a build, by its methods."""

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from tests.unit.checks.test_purity import AFTER, BASE, STRICT, extraction
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.source import CompilationUnit
from verifier.errors import AnalysisError
from verifier.mining.commit import CommitStatus, MinedCommit
from verifier.residue.edited_around import look_around
from verifier.tools.git.repository import Repository

EXTRACTION = extraction(STRICT)
MOVE = Refactoring(
    type_name="Move Method",
    description="",
    before=RefactoringSide(file="A.java", method=MethodId.parse("A#f()")),
    after=RefactoringSide(file="B.java", method=MethodId.parse("B#f()")),
)


class Failing(QuickAnalysis):
    """Reads nothing."""

    def parse(self, source: str) -> CompilationUnit:
        raise AnalysisError(f"{len(source)} characters were not read")


def around(
    make_repository: MakeRepository,
    after: str,
    part: Refactoring = EXTRACTION,
    analysis: QuickAnalysis | None = None,
) -> tuple[str, ...] | None:
    subject = make_repository("subject")
    parent = subject.commit({"A.java": BASE})
    commit = subject.commit({"A.java": after})
    mined = MinedCommit(commit=commit, parent=parent, status=CommitStatus.OK, refactorings=(part,))
    with Repository.open(subject.path) as repository:
        return look_around(repository, analysis or QuickAnalysis())(mined, (part,))


def test_an_edit_in_the_method_around_the_extracted_code_is_named(
    make_repository: MakeRepository,
) -> None:
    edited = AFTER.replace("return g(); }", "log(); return g(); }")

    assert around(make_repository, edited) == ("changed: method A#f()",)


def test_other_code_in_the_new_method_or_elsewhere_is_not_around_it(
    make_repository: MakeRepository,
) -> None:
    other = AFTER.replace("g() { return 1 + 1", "g() { return 2").replace("return 3", "return 4")

    assert around(make_repository, other) == ()


def test_nothing_stands_around_a_method_that_moves(make_repository: MakeRepository) -> None:
    assert around(make_repository, AFTER, MOVE, Failing()) == ()


def test_what_cannot_be_read_tells_nothing(make_repository: MakeRepository) -> None:
    assert around(make_repository, AFTER, analysis=Failing()) is None
