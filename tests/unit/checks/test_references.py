"""What class files newly name is refused or listed, with its place in the repository."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import ClassFiles
from verifier.builds.described.compilation import of_side
from verifier.checks.case import Case
from verifier.checks.references import ReferencesCheck
from verifier.domain.outcome import Reason, Status
from verifier.domain.references import ReferenceFinding, ReferenceKind, ReferenceRequest

A, T = "core/src/main/java/p/A.java", "core/src/test/java/p/T.java"


@dataclass(frozen=True)
class Comparing(QuickAnalysis):
    """Gives the written findings, and keeps the questions with the files that they are about."""

    findings: tuple[ReferenceFinding, ...] = ()
    asked: list[ReferenceRequest] = field(default_factory=list)
    files: list[Mapping[str, bytes]] = field(default_factory=list)

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        self.asked.append(request)
        for folder in (request.before, request.changed):
            files = (p for p in folder.rglob("*") if p.is_file())
            self.files.append({p.relative_to(folder).as_posix(): p.read_bytes() for p in files})
        return self.findings


OLD = ClassFiles(main={"p/A.class": b"a", "p/B.class": b"b", "notes.txt": b"x"}, test={})
NEW = ClassFiles(main={"p/A.class": b"A", "notes.txt": b"y"}, test={"p/T.class": b"t"})


def finding(kind: ReferenceKind, group: str = "", source: str = "p/A.java") -> ReferenceFinding:
    return ReferenceFinding(
        kind=kind,
        group=group,
        what="java.io.File",
        class_name="p.A",
        method="m",
        source=source,
        line=7,
    )


def case(
    analysis: Comparing,
    evidence: Path,
    *,
    new: ClassFiles = NEW,
    editable: frozenset[str] = frozenset(),
) -> Case:
    builder = ScriptedBuilder(
        base=make_measurement("p.T#a"),
        run=ran({"p.T#a": P}),
        base_classes=OLD,
        candidate_classes=new,
    )
    base = MemoryTree.of({A: "class A {}", T: "class T {}"})
    candidate = changes({A: "class A { int f; }"})
    return case_of(builder, base, candidate, evidence, editable=editable, analysis=analysis)


def test_only_class_files_that_differ_are_handed_on(tmp_path: Path) -> None:
    analysis = Comparing()

    result = ReferencesCheck().run(case(analysis, tmp_path, editable=frozenset({T})))

    assert result.status is Status.PASSED
    assert result.data["changed_classes"] == 2
    (request,) = analysis.asked
    assert request.gone == ["p/B.class"]
    assert request.edited == {T}
    assert analysis.files == [
        {"main/p/A.class": b"a", "main/p/B.class": b"b"},
        {"main/p/A.class": b"A", "test/p/T.class": b"t"},
    ]


def test_nothing_is_asked_where_no_class_file_differs(tmp_path: Path) -> None:
    analysis = Comparing()

    result = ReferencesCheck().run(case(analysis, tmp_path, new=OLD))

    assert (result.status, analysis.asked) == (Status.PASSED, [])


def test_a_reference_with_power_fails_and_names_group_member_and_line(tmp_path: Path) -> None:
    analysis = Comparing((finding(ReferenceKind.REFERENCE, "files"),))

    result = ReferencesCheck().run(case(analysis, tmp_path))

    assert (result.status, result.reason) == (Status.FAILED, Reason.POLICY)
    assert result.details == f"The compiled code newly names files: java.io.File ({A}:7)"
    assert result.data["refused"] == [
        {
            "kind": "reference",
            "group": "files",
            "what": "java.io.File",
            "path": A,
            "line": 7,
            "class_name": "p.A",
            "method": "m",
        }
    ]


def test_a_reference_without_power_is_listed(tmp_path: Path) -> None:
    analysis = Comparing((finding(ReferenceKind.REFERENCE),))

    result = ReferencesCheck().run(case(analysis, tmp_path))

    assert result.status is Status.PASSED
    assert (result.data["refused_count"], result.data["listed_count"]) == (0, 1)


def test_a_changed_binding_names_the_test_s_line(tmp_path: Path) -> None:
    analysis = Comparing((finding(ReferenceKind.BINDING, source="p/T.java"),))

    result = ReferencesCheck().run(case(analysis, tmp_path))

    assert result.details == f"Test binding changed: java.io.File ({T}:7)"


def test_a_place_that_no_source_has_stays_the_class_file_s(tmp_path: Path) -> None:
    analysis = Comparing((finding(ReferenceKind.SHADOW, source="q/Z.java"),))

    result = ReferencesCheck().run(case(analysis, tmp_path))

    assert result.data["refused"][0]["path"] == "q/Z.java"


def test_a_class_that_another_module_hides_is_compared_too(tmp_path: Path) -> None:
    sets = {"main": {"p/A.class": b"a"}, "test": {}, "main-1": {"p/A.class": b"b"}, "test-1": {}}
    new = {**sets, "main-1": {"p/A.class": b"B"}}
    analysis = Comparing((finding(ReferenceKind.REFERENCE, "files"),))
    made = case(analysis, tmp_path, new=ClassFiles(main=new["main"], test={}, sets=new))
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    builder.base_classes = ClassFiles(main=sets["main"], test={}, sets=sets)

    result = ReferencesCheck().run(made)

    assert (result.status, result.reason) == (Status.FAILED, Reason.POLICY)
    assert (result.data["changed_classes"], result.data["refused_count"]) == (1, 1)
    assert analysis.files == [{"main/p/A.class": b"b"}, {"main/p/A.class": b"B"}]


UTIL = {
    "main": {},
    "test": {},
    "main-1": {"p/Expect.class": b"e"},
    "test-1": {"q/T$In.class": b"t"},
}


@pytest.mark.parametrize(
    ("path", "gone", "what"),
    [
        ("p/Expect.class", False, "p.Expect"),
        ("q/T$In.class", False, "q.T$In"),
        ("p/Expect.class", True, ""),
        ("p/Another.class", False, ""),
        ("p/package-info.class", False, ""),
    ],
)
def test_a_new_class_of_main_code_takes_the_name_of_no_other_module_s(
    tmp_path: Path, path: str, gone: bool, what: str
) -> None:
    old = {**UTIL, "main-1": {**UTIL["main-1"], "p/package-info.class": b"i"}}
    new = {**old, "main": {path: b"silent"}, "main-1": {} if gone else old["main-1"]}
    made = case(Comparing(), tmp_path, new=tree(new))
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    builder.base_classes = tree(old)

    result = ReferencesCheck().run(made)

    refused = [(each["kind"], each["what"]) for each in result.data["refused"]]
    assert refused == ([("twin", what)] if what else [])
    assert (result.reason is Reason.POLICY) == bool(what)


def tree(sets: Mapping[str, Mapping[str, bytes]]) -> ClassFiles:
    return ClassFiles(main=of_side(sets, "main"), test=of_side(sets, "test"), sets=sets)
