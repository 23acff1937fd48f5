"""Commits read from the object database of repositories of every shape."""

import hashlib
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.java_changes import EXTRACTED, LOOP, MIXED, SUM, with_member
from tests.support.repository import Repository
from verifier.analysis.commit_detection import CommitDetection, CommitQuestion
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import encoding_of
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.source import SkippedFile
from verifier.errors import RepositoryError

FILE = "src/p/Sum.java"


@pytest.fixture
def history(make_repository: MakeRepository) -> tuple[Repository, str, str]:
    """A repository with one extraction: the repository, the commit and its parent."""
    repository = make_repository("history")
    parent = repository.commit({FILE: SUM, "README.md": "before"})
    commit = repository.commit({FILE: EXTRACTED, "README.md": "after"})
    return repository, commit, parent


def detect(analysis: AnalysisPool, path: Path, commit: str, parent: str) -> CommitDetection:
    return analysis.submit_commit(path, commit, parent).result()


def test_a_commit_yields_the_sources_that_a_record_needs(
    analysis: AnalysisPool, history: tuple[Repository, str, str]
) -> None:
    repository, commit, parent = history
    found = detect(analysis, repository.path, commit, parent)
    assert [r.type_name for r in found.detection.refactorings] == ["Extract Method"]
    assert (found.commit, found.parent, found.files) == (commit, parent, (FILE,))
    before, after = found.sources[0].before, found.sources[0].after
    assert (
        before.method == SUM[SUM.index("/** Adds all. */") : SUM.index("\n\n    public int twice")]
    )
    assert before.partner == ""
    assert before.class_ == SUM[SUM.index("/** Adds up. */") :].rstrip()
    assert before.file_sha256 == hashlib.sha256(SUM.encode()).hexdigest()
    assert "sum = mixed(sum, word);" in after.method
    assert after.partner == MIXED.strip()
    assert after.class_ == EXTRACTED[EXTRACTED.index("/** Adds up. */") :].rstrip()
    assert after.file_sha256 == hashlib.sha256(EXTRACTED.encode()).hexdigest()


def test_only_wanted_types_get_sources_and_the_rest_stays_as_context(
    analysis: AnalysisPool, history: tuple[Repository, str, str]
) -> None:
    repository, commit, parent = history
    found = analysis.submit_commit(
        repository.path, commit, parent, CommitQuestion(types=[RefactoringType.MOVE_METHOD])
    ).result()
    assert [r.type_name for r in found.detection.refactorings] == ["Extract Method"]
    assert found.sources == {}


def test_a_bare_clone_a_worktree_and_an_alternate_give_the_same(
    analysis: AnalysisPool, history: tuple[Repository, str, str], tmp_path: Path
) -> None:
    repository, commit, parent = history
    bare = repository.bare_clone(tmp_path / "bare")
    repository.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"))
    repository.git("clone", "--quiet", "--shared", str(bare), str(tmp_path / "shared"))
    expected = detect(analysis, repository.path, commit, parent).detection
    assert expected.refactorings
    for path in (bare, tmp_path / "linked", tmp_path / "shared"):
        assert detect(analysis, path, commit, parent).detection == expected, path


def test_a_parent_that_a_shallow_clone_lacks_is_an_error_with_its_id(
    analysis: AnalysisPool, history: tuple[Repository, str, str], tmp_path: Path
) -> None:
    repository, commit, parent = history
    shallow = repository.bare_clone(tmp_path / "shallow", "--depth=1")
    with pytest.raises(RepositoryError, match=parent):
        detect(analysis, shallow, commit, parent)


def test_a_folder_that_is_no_repository_is_an_error(analysis: AnalysisPool, tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="not a git repository"):
        detect(analysis, tmp_path, "0" * 40, "1" * 40)


def test_a_damaged_object_is_an_error_and_the_worker_lives_on(
    analysis: AnalysisPool, history: tuple[Repository, str, str]
) -> None:
    repository, commit, parent = history
    blob = repository.git("rev-parse", f"{commit}:{FILE}")
    loose = repository.path / ".git" / "objects" / blob[:2] / blob[2:]
    loose.chmod(0o600)
    loose.write_bytes(b"rubbish")
    with pytest.raises(RepositoryError, match=commit):
        detect(analysis, repository.path, commit, parent)
    assert analysis.parse("class A {}").types[0].class_name == "A"


def test_a_source_in_latin1_keeps_its_letters_and_its_raw_hash(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("latin")
    before = SUM.replace("Adds all", "Zählt alle").encode("latin-1")
    after = EXTRACTED.replace("Adds all", "Zählt alle").encode("latin-1")
    parent = repository.commit({FILE: before})
    commit = repository.commit({FILE: after})
    sources = detect(analysis, repository.path, commit, parent).sources[0]
    assert sources.before.method.startswith("/** Zählt alle. */")
    assert sources.before.file_sha256 == hashlib.sha256(before).hexdigest()
    assert sources.after.file_sha256 == hashlib.sha256(after).hexdigest()


def test_emoji_before_the_method_do_not_shift_the_cut(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("emoji")
    parent = repository.commit({FILE: SUM.replace("Adds up", "Adds 😀🎉 up")})
    commit = repository.commit({FILE: EXTRACTED.replace("Adds up", "Adds 😀🎉 up")})
    found = detect(analysis, repository.path, commit, parent)
    assert found.sources[0].after.partner == MIXED.strip()
    assert "Adds 😀🎉 up" in found.sources[0].after.class_


def test_a_renamed_file_is_followed(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("renamed")
    parent = repository.commit({FILE: SUM})
    commit = repository.commit({FILE: None, "src/p/Total.java": EXTRACTED})
    (found,) = (
        r
        for r in detect(analysis, repository.path, commit, parent).detection.refactorings
        if r.type is RefactoringType.EXTRACT_METHOD
    )
    assert found.before is not None
    assert found.after is not None
    assert (found.before.file, found.after.file) == (FILE, "src/p/Total.java")


def test_a_commit_without_java_has_no_refactorings(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("other")
    parent = repository.commit({"a.kt": "fun a() = 1"})
    commit = repository.commit({"a.kt": "fun a() = 2"})
    found = detect(analysis, repository.path, commit, parent)
    assert (found.detection.refactorings, found.files) == ((), ())


def test_a_file_of_many_megabytes_is_skipped_unread(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("huge")
    filler = "// filler\n" * 900_000
    parent = repository.commit({"H.java": "class H {}\n" + filler, FILE: SUM})
    commit = repository.commit({"H.java": "class H { }\n" + filler, FILE: EXTRACTED})
    found = detect(analysis, repository.path, commit, parent)
    assert found.detection.skipped == (
        SkippedFile(path="H.java", reason="too large: 9000011 bytes"),
        SkippedFile(path="H.java", reason="too large: 9000012 bytes"),
    )
    assert found.files == (FILE,)
    assert len(found.detection.refactorings) == 1


def test_a_move_between_packages_has_both_files(
    analysis: AnalysisPool, make_repository: MakeRepository
) -> None:
    repository = make_repository("packages")
    tools = "package q;\n\npublic class Tools {\n    int size;\n}\n"
    calls = SUM.replace(LOOP, "            sum = Tools.mixed(sum, word);\n")
    calls = calls.replace("import java", "import q.Tools;\nimport java")
    helper = MIXED.replace("int mixed", "public static int mixed")
    parent = repository.commit({FILE: SUM, "src/q/Tools.java": tools})
    commit = repository.commit({FILE: calls, "src/q/Tools.java": with_member(tools, helper)})
    found = detect(analysis, repository.path, commit, parent)
    (index,) = found.sources
    refactoring = found.detection.refactorings[index]
    assert refactoring.type is RefactoringType.EXTRACT_AND_MOVE_METHOD
    assert refactoring.after is not None
    assert (refactoring.after.file, refactoring.after.partner_file) == (FILE, "src/q/Tools.java")
    assert found.sources[index].after.partner == helper.strip()


def test_reading_leaves_the_repository_untouched(
    analysis: AnalysisPool, history: tuple[Repository, str, str]
) -> None:
    repository, commit, parent = history
    repository.git("pack-refs", "--all")
    repository.git("repack", "-a", "-d", "--quiet")

    def state() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in repository.path.rglob("*")}

    before = state()
    detect(analysis, repository.path, commit, parent)
    assert state() == before


def test_the_repository_of_a_hostile_configuration_runs_nothing(
    analysis: AnalysisPool, history: tuple[Repository, str, str], tmp_path: Path
) -> None:
    repository, commit, parent = history
    trap = tmp_path / "ran"
    for key in ("core.fsmonitor", "diff.external", "core.sshCommand", "diff.x.textconv"):
        repository.git("config", key, f"touch {trap}")
    assert detect(analysis, repository.path, commit, parent).detection.refactorings
    assert not trap.exists()


def test_each_side_is_read_in_the_encoding_that_its_own_build_declares(
    make_repository: MakeRepository,
) -> None:
    """In Shift-JIS the letter ends in a backslash, so that otherwise the string would not end."""
    repository = make_repository("letters")
    pom = "<project><properties><encoding>{}</encoding></properties></project>"
    before, after = (
        text.replace("sum = start;", 'sum = start; String so = "\u30bd";')
        for text in (SUM, EXTRACTED)
    )
    assert "\u30bd" in before
    files: list[dict[str, str | bytes | None]] = [
        {"pom.xml": pom.format("Shift_JIS"), FILE: before.encode("shift_jis")},
        {"pom.xml": pom.format("UTF-8"), FILE: after.encode()},
    ]
    parent, commit = (repository.commit(each) for each in files)

    with AnalysisPool(timeout=60, encoding_of=encoding_of) as pool:
        found = pool.submit_commit(repository.path, commit, parent).result()

    assert found.encodings == {"Shift_JIS", "UTF-8"}
    assert [r.type_name for r in found.detection.refactorings] == ["Extract Method"]
    assert all(
        "\u30bd" in side.method for side in (found.sources[0].before, found.sources[0].after)
    )
