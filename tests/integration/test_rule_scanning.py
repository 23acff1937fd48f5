"""Only the changed files of a prediction are scanned, with the result of a whole scan."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.datasets.build import build
from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.domain.source import FileChange
from verifier.rules.rule_files import read_rule_set
from verifier.rules.scan_cache import ScanCache
from verifier.rules.scanning import Scanner
from verifier.rules.tree_difference import changes_between
from verifier.tools.git.repository import Repository
from verifier.tools.maven_central import ArtefactCache, MavenClient
from verifier.tools.opengrep.scan import ScanFailed, find_engine

RULES = Path(__file__).parents[2] / "bench" / "rules_negative.yml"


@dataclass(frozen=True)
class Folder:
    """A tree in memory."""

    files: dict[str, bytes]
    id: str = "folder"

    def paths(self) -> frozenset[str]:
        return frozenset(self.files)

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(engine=find_engine(), rules=read_rule_set(RULES).rules)


def only(scanner: Scanner, pattern: str, **more: object) -> Scanner:
    definition = {"id": "one", "languages": ["java"], "severity": "INFO", "message": "m"}
    rule = Rule(
        id="one", kind=RuleKind.ADDITIVE, definition={**definition, "pattern": pattern, **more}
    )
    return replace(scanner, rules=(rule,))


def a_class(statement: str) -> bytes:
    return f"class A {{\n  void m() {{\n    {statement}\n  }}\n}}\n".encode()


@pytest.mark.slow
def test_every_commit_of_a_real_history_is_as_in_a_whole_scan(
    scanner: Scanner, tmp_path: Path
) -> None:
    built = build(
        "bistro", tmp_path / "bistro", ArtefactCache(folder=tmp_path, source=MavenClient())
    )
    kept = replace(scanner, cache=ScanCache(folder=tmp_path / "scans"))
    with Repository.open(built.folder) as repository:
        lines = list(repository.rev_list(repository.resolve("main")))[:8]
        pairs = [(repository.tree(c.parents[0]), repository.tree(c.id)) for c in lines]
        whole = [kept.whole(after) for _, after in pairs]
        alone = [kept.changed(kept.whole(b), changes_between(b, a)) for b, a in pairs]
        base = pairs[-1][0]
        together = kept.all_changed(
            kept.whole(base), [changes_between(base, after) for _, after in pairs]
        )
    assert min(len(scan.findings) for scan in whole) > 20
    assert alone == whole
    assert list(together) == whole


def test_edits_new_files_and_deleted_files_are_seen(scanner: Scanner) -> None:
    one = only(scanner, "foo(...)")
    base = Folder({"A.java": a_class("foo();"), "B.java": a_class("foo();"), "C.java": b""})
    changes = (
        FileChange(path="A.java", content=a_class("bar();")),
        FileChange(path="B.java", content=None),
        FileChange(path="d/D.java", content=a_class("foo();")),
    )
    after = Folder({"A.java": a_class("bar();"), "C.java": b"", "d/D.java": a_class("foo();")})
    scan = one.changed(one.whole(base), changes)
    assert scan == one.whole(after)
    assert [f.path for f in scan.findings] == ["d/D.java"]
    assert scan.scanned == {"A.java", "C.java", "d/D.java"}


def test_an_unreadable_file_that_is_mended_is_unknown_no_more(scanner: Scanner) -> None:
    one = only(scanner, "foo(...)")
    base = one.whole(Folder({"A.java": b"class {{{ @@@ foo("}))
    assert len(base.blind) == 1
    mended = one.changed(base, [FileChange(path="A.java", content=a_class("foo();"))])
    assert mended.blind == ()


def test_a_base_is_scanned_once(scanner: Scanner, tmp_path: Path) -> None:
    one = replace(only(scanner, "foo(...)"), cache=ScanCache(folder=tmp_path))
    first = one.whole(Folder({"A.java": a_class("foo();"), "B.java": b"class {{{ foo("}))
    assert one.whole(Folder({})) == first
    assert len(first.findings) == len(first.blind) == 1


def test_other_rules_and_other_trees_are_scanned_anew(scanner: Scanner, tmp_path: Path) -> None:
    one = replace(only(scanner, "foo(...)"), cache=ScanCache(folder=tmp_path))
    one.whole(Folder({"A.java": a_class("foo();")}))
    assert one.whole(Folder({}, id="other")).findings == ()
    other = replace(one, rules=only(scanner, "bar(...)").rules)
    assert other.whole(Folder({"A.java": a_class("bar();")})).of("one") != ()


def test_a_broken_cache_file_is_no_entry(scanner: Scanner, tmp_path: Path) -> None:
    one = replace(only(scanner, "foo(...)"), cache=ScanCache(folder=tmp_path))
    tree = Folder({"A.java": a_class("foo();")})
    first = one.whole(tree)
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text('{"findings": []')
    assert one.whole(tree) == first


def test_a_scan_that_timed_out_is_not_kept(scanner: Scanner, tmp_path: Path) -> None:
    slow = "\n...\n".join(f"$A{n}();" for n in range(12)) + "\n...\nnever();"
    one = replace(
        only(scanner, slow),
        limits=replace(scanner.limits, rule_seconds=1),
        cache=ScanCache(folder=tmp_path),
    )
    words = " ".join(f"x{n}();" for n in range(3000))
    scan = one.whole(Folder({"A.java": a_class(f"never(); {words}")}))
    assert len(scan.blind) == 1
    assert list(tmp_path.rglob("*.json")) == []


def test_a_candidate_that_the_engine_cannot_stand_spoils_no_other(scanner: Scanner) -> None:
    one = replace(only(scanner, "foo(...)"), limits=replace(scanner.limits, call_seconds=8))
    base = one.whole(Folder({}))
    huge = b"class A { void m() { %s } }" % (b"foo(" * 150_000 + b")" * 150_000)
    scans = one.all_changed(
        base,
        [
            [FileChange(path="A.java", content=a_class("foo();"))],
            [FileChange(path="A.java", content=huge)],
        ],
    )
    assert isinstance(scans[0], Scan)
    assert len(scans[0].findings) == 1
    assert isinstance(scans[1], ScanFailed) or scans[1].blind != ()


def test_links_and_files_without_rules_change_nothing(
    scanner: Scanner, make_repository: MakeRepository
) -> None:
    one = only(scanner, "foo(...)")
    repository = make_repository("links")
    (repository.path / "Link.txt").symlink_to("A.java")
    repository.commit({"A.java": a_class("foo();"), "README.md": "foo();"})
    with Repository.open(repository.path) as opened:
        scan = one.whole(opened.tree(opened.resolve("HEAD")))
    assert scan.scanned == {"A.java"}
    assert len(scan.findings) == 1
