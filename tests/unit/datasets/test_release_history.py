import hashlib
import os
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from verifier.datasets.catalogue import (
    DatasetKind,
    PinnedFile,
    Release,
    ReleaseManifest,
    dataset_names,
    read_manifest,
)
from verifier.datasets.release_history import (
    EVERYTHING,
    ReleaseRange,
    artefact_of,
    select,
    tree_files,
    write_releases,
)
from verifier.errors import IntegrityError, UsageError
from verifier.tools.git.history import HistoryWriter
from verifier.tools.maven_central import Artefact, ArtefactCache


class Shelf:
    """Artefacts in memory, and a count of the requests for them."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.fresh_files: dict[str, bytes] = {}
        self.calls: list[bool] = []

    def fetch(self, artefacts: Sequence[Artefact], into: Path, *, fresh: bool) -> None:
        self.calls.append(fresh)
        source = {**self.files, **self.fresh_files} if fresh else self.files
        for artefact in artefacts:
            (into / artefact.file_name).write_bytes(source[artefact.file_name])


def jar(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 2, 3, 4, 5, 6)), text)
    return path


SOURCES = {
    "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n",
    "META-INF/maven/g/a/pom.xml": "<project/>",
    "META-INF/LICENSE.txt": "Apache\n",
    "p/A.java": "package p;\r\nclass A {}\r\n",
    "p/icon.svg": "<svg/>",
    "p/jmh_generated/B_jmhTest.java": "package p.jmh_generated;\n",
}
TESTS = {"p/ATest.java": "package p;\nclass ATest {} // 🍷\n", "p/data.csv": "1,2\n"}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf()
    for version in ("1.0", "1.1"):
        extra = {"p/New.java": "package p;\nclass New {}\n"} if version == "1.1" else {}
        sources = jar(tmp_path / "s.jar", SOURCES | extra)
        tests = jar(tmp_path / "t.jar", TESTS)
        shelf.files[f"a-{version}-sources.jar"] = sources.read_bytes()
        shelf.files[f"a-{version}-test-sources.jar"] = tests.read_bytes()
        shelf.files[f"a-{version}.pom"] = b"<project/>\n"
    return shelf


def manifest(shelf: Shelf, trees: dict[str, str]) -> ReleaseManifest:
    def pin(version: str, classifier: str, extension: str) -> PinnedFile:
        dash = f"-{classifier}" if classifier else ""
        content = shelf.files[f"a-{version}{dash}.{extension}"]
        return PinnedFile(
            classifier=classifier,
            extension=extension,
            sha256=hashlib.sha256(content).hexdigest(),
            size=len(content),
        )

    kinds = (("", "pom"), ("sources", "jar"), ("test-sources", "jar"))
    return ReleaseManifest(
        name="a",
        kind=DatasetKind.RELEASES,
        description="",
        origin="",
        licence="",
        group="g",
        artifact="a",
        leave_out=("jmh_generated",),
        releases=tuple(
            Release(
                version=version,
                date="2020-02-03",
                tree=tree,
                files=tuple(pin(version, *kind) for kind in kinds),
            )
            for version, tree in trees.items()
        ),
    )


PINNED_TREES = {
    "1.0": "49aeff331d273caac722ef22260ee7063ff390ba",
    "1.1": "a291c01dc55eb3dbb3a4bd8a8f1fa5c84705cd28",
}


def write(shelf: Shelf, folder: Path, trees: dict[str, str]) -> HistoryWriter:
    plan = manifest(shelf, trees)
    writer = HistoryWriter(folder=folder / "repository")
    writer.start()
    cache = ArtefactCache(folder=folder / "cache", source=shelf)
    write_releases(plan, plan.releases, cache, writer)
    return writer


def git(folder: Path, *words: str) -> str:
    command = ["git", "--git-dir", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_jars_are_laid_out_as_maven_expects_sources(shelf: Shelf, tmp_path: Path) -> None:
    plan = manifest(shelf, {"1.0": ""})
    files = {}
    for file in plan.releases[0].files:
        artefact = artefact_of(plan, plan.releases[0], file)
        files[artefact] = tmp_path / artefact.file_name
        files[artefact].write_bytes(shelf.files[artefact.file_name])
    tree = tree_files(files, plan.leave_out)
    assert sorted(tree) == [
        "pom.xml",
        "src/main/java/p/A.java",
        "src/main/resources/META-INF/LICENSE.txt",
        "src/main/resources/p/icon.svg",
        "src/test/java/p/ATest.java",
        "src/test/resources/p/data.csv",
    ]
    assert tree["src/main/java/p/A.java"] == b"package p;\r\nclass A {}\r\n"


def test_an_entry_outside_its_tree_is_refused(tmp_path: Path) -> None:
    artefact = Artefact(
        group="g", name="a", version="1", classifier="sources", extension="jar", sha256="", size=0
    )
    path = jar(tmp_path / "evil.jar", {"../../.bashrc": "x"})
    with pytest.raises(IntegrityError, match="outside its tree"):
        tree_files({artefact: path}, ())


def test_commit_ids_depend_on_content_alone(shelf: Shelf, tmp_path: Path) -> None:
    writer = write(shelf, tmp_path, PINNED_TREES)
    ids = git(writer.folder, "log", "--format=%H %aI %an %s", "main").splitlines()
    assert ids == [
        "29c4a96b09708cae5fd8066f2686a70b133b9c98 2020-02-03T00:00:00+00:00 Release history a 1.1",
        "d6d6432f83b19dc4e7fe124d2aa97786f6383baf 2020-02-03T00:00:00+00:00 Release history a 1.0",
    ]


def test_the_users_git_settings_do_not_matter(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[user]\nname = Somebody\nemail = s@example.org\n"
        "[core]\nautocrlf = true\nfsmonitor = true\n[commit]\ngpgsign = true\n"
        "[init]\ndefaultBranch = trunk\ndefaultObjectFormat = sha256\n"
        "[i18n]\ncommitEncoding = UTF-16\n"
    )
    for name, value in {
        "GIT_CONFIG_GLOBAL": str(settings),
        "GIT_CONFIG_SYSTEM": str(settings),
        "GIT_AUTHOR_NAME": "Somebody",
        "GIT_COMMITTER_DATE": "2001-01-01T00:00:00+05:00",
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_DIR": str(tmp_path),
        "TZ": "Asia/Kolkata",
        "LC_ALL": "tr_TR.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    old = os.umask(0o077)
    try:
        writer = write(shelf, tmp_path, PINNED_TREES)
    finally:
        os.umask(old)
    assert writer.head == "29c4a96b09708cae5fd8066f2686a70b133b9c98"


def test_every_release_is_a_tag(shelf: Shelf, tmp_path: Path) -> None:
    writer = write(shelf, tmp_path, PINNED_TREES)
    assert git(writer.folder, "tag", "--list").splitlines() == ["1.0", "1.1"]
    assert git(writer.folder, "rev-parse", "1.1") == writer.head
    assert git(writer.folder, "fsck", "--strict") == ""


def test_a_tree_that_is_not_the_pinned_one_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(IntegrityError, match="pinned is"):
        write(shelf, tmp_path, {"1.0": "0" * 40})


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (None, None, ["1.0", "1.1"]),
        ("1.1", None, ["1.1"]),
        (None, "1.0", ["1.0"]),
        ("1.0", "1.1", ["1.0", "1.1"]),
    ],
)
def test_bounds_are_inclusive(
    shelf: Shelf, first: str | None, last: str | None, expected: list[str]
) -> None:
    chosen = select(manifest(shelf, PINNED_TREES), ReleaseRange(first=first, last=last))
    assert [release.version for release in chosen] == expected


def test_bounds_must_exist_and_be_in_order(shelf: Shelf) -> None:
    plan = manifest(shelf, PINNED_TREES)
    with pytest.raises(UsageError, match=r"There are: 1\.0, 1\.1"):
        select(plan, ReleaseRange(first="0.9"))
    with pytest.raises(UsageError, match="no release between"):
        select(plan, ReleaseRange(first="1.1", last="1.0"))


def test_the_data_sets_that_we_promise_are_there() -> None:
    assert dataset_names() == ("bistro", "commons-cli", "commons-text")


def test_commons_cli_has_nine_releases_with_three_pinned_artefacts_each() -> None:
    plan = read_manifest("commons-cli")
    assert isinstance(plan, ReleaseManifest)
    versions = [release.version for release in select(plan, EVERYTHING)]
    assert versions == [
        "1.3.1",
        "1.4",
        "1.5.0",
        "1.6.0",
        "1.7.0",
        "1.8.0",
        "1.9.0",
        "1.10.0",
        "1.11.0",
    ]
    kinds = {tuple(f.classifier for f in release.files) for release in plan.releases}
    assert kinds == {("", "sources", "test-sources")}
    assert all(len(f.sha256) == 64 and f.size > 0 for r in plan.releases for f in r.files)


def test_commons_text_leaves_generated_classes_out() -> None:
    plan = read_manifest("commons-text")
    assert isinstance(plan, ReleaseManifest)
    assert plan.leave_out == ("jmh_generated",)
    assert [plan.releases[0].version, plan.releases[-1].version] == ["1.4", "1.15.0"]
