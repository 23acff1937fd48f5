from pathlib import Path

from tests.support.release_claims import SENTENCE, claim, write_claims
from verifier.datasets.swe_refactor import (
    Answers,
    CommitTrouble,
    Findings,
    Located,
    Loss,
    Match,
    Unlocated,
    distinct_instances,
    locate,
)
from verifier.datasets.swe_refactor_records import read_release
from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType

NO_TEXT = SideSources(method="", partner="", class_="", file_sha256="")


def side(lines: list[tuple[int, int]], partner: MethodId | None = None) -> RefactoringSide:
    return RefactoringSide(
        file="A.java",
        method=MethodId(class_name="p.A", name="f", parameter_types=("int",)),
        partner=partner,
        ranges=tuple(
            CodeRange(
                file="A.java",
                start_line=start,
                start_column=5,
                end_line=end,
                end_column=6,
                role="any",
            )
            for start, end in lines
        ),
    )


def instance(
    name: str = "i1",
    description: str = SENTENCE,
    kind: RefactoringType = RefactoringType.EXTRACT_METHOD,
    before: tuple[int, int] = (10, 20),
    after: tuple[tuple[int, int], ...] = ((10, 14), (16, 22)),
) -> Instance:
    return Instance(
        id=name,
        group=name,
        repo="r",
        commit="c0ffee",
        parent="beef",
        type=kind,
        description=description,
        before=side([before]),
        after=side(list(after)),
        before_sources=NO_TEXT,
        after_sources=NO_TEXT,
        purity=Purity(verdict=PurityVerdict.PURE),
        patch="",
        others=(),
        provenance=Provenance(refverify="0", refactoring_miner="0", java="0"),
    )


def locate_in(tmp_path: Path, *found: Instance, **more: object) -> Located | Unlocated:
    (record,) = read_release(write_claims(tmp_path, claim(**more)))
    return locate(record, Findings(instances=found))


def test_the_same_sentence_at_the_same_lines_is_an_exact_match(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance(description=SENTENCE.replace("\t", " ")))

    assert isinstance(found, Located)
    assert (found.match, found.instance.id) == (Match.EXACT, "i1")


def test_lines_decide_between_equal_sentences(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance("elsewhere", before=(110, 120)), instance("here"))

    assert isinstance(found, Located)
    assert (found.match, found.instance.id) == (Match.EXACT, "here")


def test_an_overload_has_another_sentence_and_is_not_taken(tmp_path: Path) -> None:
    overload = instance("overload", SENTENCE.replace("a int", "a long"), before=(30, 40))

    found = locate_in(tmp_path, overload, instance("right"))

    assert isinstance(found, Located)
    assert found.instance.id == "right"


def test_a_single_equal_sentence_is_enough_where_the_lines_differ(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance(before=(11, 21)))

    assert isinstance(found, Located)
    assert found.match is Match.DESCRIPTION


def test_another_wording_is_accepted_only_with_all_lines(tmp_path: Path) -> None:
    reworded = SENTENCE.replace("a int", "final a int")

    whole = locate_in(tmp_path, instance(description=reworded))
    partly = locate_in(tmp_path, instance(description=reworded, after=((10, 14), (30, 36))))

    assert isinstance(whole, Located)
    assert whole.match is Match.PLACE
    assert isinstance(partly, Unlocated)
    assert partly.loss is Loss.NOT_DETECTED


def test_a_record_without_lines_is_not_found_by_its_place(tmp_path: Path) -> None:
    lost = locate_in(tmp_path, instance(description="other words"), diffLocations=[])

    assert isinstance(lost, Unlocated)
    assert lost.loss is Loss.NOT_DETECTED


def test_two_that_fit_equally_are_ambiguous_and_named(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance("a"), instance("b"))

    assert isinstance(found, Unlocated)
    assert (found.loss, found.instead) == (Loss.AMBIGUOUS, (SENTENCE, SENTENCE))


def test_another_type_on_the_same_lines_is_not_the_record(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance(kind=RefactoringType.EXTRACT_AND_MOVE_METHOD))

    assert isinstance(found, Unlocated)
    assert found.loss is Loss.NOT_DETECTED


def test_what_is_said_of_the_method_today_stands_beside_a_lost_record(tmp_path: Path) -> None:
    (record,) = read_release(write_claims(tmp_path, claim()))
    sentences = ("Rename Method public f(a int) : void renamed to x() : void", "Move Class p.B")

    found = locate(record, Findings(instances=(), descriptions=sentences))

    assert isinstance(found, Unlocated)
    assert found.instead == (sentences[0],)


def test_a_commit_that_could_not_be_analysed_loses_its_records_with_its_reason(
    tmp_path: Path,
) -> None:
    (record,) = read_release(write_claims(tmp_path, claim()))

    found = locate(record, CommitTrouble(loss=Loss.ANALYSIS_FAILED, details="timeout: 300 s"))

    assert isinstance(found, Unlocated)
    assert (found.loss, found.details) == (Loss.ANALYSIS_FAILED, "timeout: 300 s")


def test_a_type_that_is_not_ours_is_said(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance(), type="Rename Class")

    assert isinstance(found, Unlocated)
    assert (found.loss, found.details) == (Loss.UNKNOWN_TYPE, "Rename Class")


def test_answers_become_predictions_with_the_releases_claims_beside_them(tmp_path: Path) -> None:
    claims = (
        claim(refactoredCode="", refactoringMinerResult=False, compileAndTestResult=True),
        claim(refactoredCode="void g() {}", refactoringMinerResult=True, codebleu=1),
        claim(),
    )
    records = read_release(write_claims(tmp_path, *claims))
    located = [locate(r, Findings(instances=(instance(),))) for r in records]
    whole = [item for item in located if isinstance(item, Located)]

    answers = list(Answers(model="gpt").of(whole))

    assert [(a.prediction.sample, a.prediction.model_output) for a in answers] == [
        (0, ""),
        (1, "void g() {}"),
    ]
    first, second = (a.recorded for a in answers)
    assert (first.detected, first.compiles_and_passes, first.success) == (False, True, False)
    assert (second.codebleu, second.compiles_and_passes, second.success) == (1.0, None, None)
    assert [i.id for i in distinct_instances(whole)] == ["i1"]


def test_a_refactored_file_becomes_a_prediction_of_whole_files(tmp_path: Path) -> None:
    run = claim(
        filePathBefore="src/A.java",
        agentRefactoredCode="class A {",
        repairRefactoredCode="class A {}",
        refactoringMinerResult=True,
        compileAndTestResult=False,
        repairCompileAndTestResult=True,
    )
    found = locate_in(tmp_path, instance(), **run)
    assert isinstance(found, Located)

    (answer,) = Answers(model="agents").of([found])

    assert answer.prediction.files == {"src/A.java": "class A {}"}
    assert answer.prediction.model_output is None
    assert answer.recorded.success is True


def test_an_agent_that_left_no_code_answered_nothing_and_emptied_no_file(tmp_path: Path) -> None:
    found = locate_in(tmp_path, instance(), filePathBefore="src/A.java", agentRefactoredCode="\n")
    assert isinstance(found, Located)

    (answer,) = Answers(model="agents").of([found])

    assert (answer.prediction.files, answer.prediction.model_output) == (None, "")
