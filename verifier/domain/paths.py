"""The classification of paths: whether a path is safe, and which part of a project it belongs to."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

ROOT = "."
"""The root of the repository, as a folder."""
_GIT_FOLDER = re.compile(r"^(\.git|git~\d+)[ .]*$", re.IGNORECASE)
_DRIVE = re.compile(r"^[A-Za-z]:")
_SOURCE_SET = re.compile(r"(?:^|/)src/([^/]+)/")
_WORD_IN_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TEST_WORDS = frozenset({"test", "tests", "it", "jmh"})
_TEST_FOLDERS = frozenset(
    {"test", "tests", "testdata", "test-data", "javatests", "__snapshots__", "snapshots"}
)
_BUILD_NAMES = frozenset(
    {
        "pom.xml", "settings.xml", "toolchains.xml", "gradle.properties", "mvnw", "mvnw.cmd",
        "gradlew", "gradlew.bat", "build.xml", "ivy.xml", "local.properties", "lombok.config",
        "init.gradle", "init.gradle.kts", "gradle.lockfile", "libs.versions.toml", "jvm.config",
        "maven.config", "extensions.xml", "javac.args", ".sdkmanrc", ".java-version", "MODULE.bazel",
        "WORKSPACE", "BUILD", "BUILD.bazel", "build.sbt", "build.sc", "Makefile", ".gitattributes",
    }
)  # fmt: skip
_BUILD_PATTERN = re.compile(
    r"^(build|settings)\.gradle(\.kts)?$|.*\.gradle(\.kts)?$|.*\.pom$|.*\.versions\.toml$"
)
_BUILD_FOLDERS = frozenset({".mvn", "buildSrc", "build-logic", "gradle", ".gradle", ".m2"})
_PLATFORM_NAMES = frozenset(
    {
        "junit-platform.properties", "junit.properties", "testng.xml", "surefire.properties",
        "mockito-extensions", "org.mockito.plugins.MockMaker",
    }
)  # fmt: skip
_OUTPUT_FOLDERS = frozenset({"target", "build"})
_SOURCE_FOLDER = re.compile(r"(^|/)src/[^/]+/(java|kotlin|groovy|scala|resources)/")
_SOURCE_ROOT = re.compile(r"(^|/)src/(main/)?")


def unsafe_reason(path: str) -> str | None:
    """Return why a path must not be used at all; None if it stays inside the tree."""
    parts = path.split("/")
    if not path or path.startswith("/") or _DRIVE.match(path) or "\\" in path:
        return "absolute, empty or with backslashes"
    if ".." in parts or "." in parts or "" in parts:
        return "has empty, `.` or `..` parts"
    plain = ["".join(c for c in part if unicodedata.category(c) != "Cf") for part in parts]
    if any(_GIT_FOLDER.match(part) for part in plain):
        return "enters .git"
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} for c in path):
        return "holds control characters or invalid UTF-8"
    return None


class PathKind(StrEnum):
    """The parts of a project. Each path belongs to exactly one of them."""

    MAIN = "main"
    """Product code, and everything that belongs to no other part."""
    TEST = "test"
    """Test code, its resources and snapshots."""
    BUILD = "build"
    """Files that control the build."""
    OUTPUT = "output"
    """Files in folders that a build writes to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceFolders:
    """The folders from which a build takes its files, relative to the repository; empty if unknown.

    The whole tree (`.`) as a folder is ignored, because it does not classify any file.
    """

    main: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    main_resources: tuple[str, ...] = ()
    test_resources: tuple[str, ...] = ()

    def side_of(self, path: str) -> PathKind | None:
        """Return the side of the longest folder that contains a file; None if no folder does.

        If both sides name the same folder, main wins. A Java file in a source folder is code even
        if resources are taken from that folder too.
        """
        if path.endswith(".java") and (found := _longest(path, self.main, self.test)) is not None:
            return found
        main, test = (*self.main, *self.main_resources), (*self.test, *self.test_resources)
        return _longest(path, main, test)


NOT_KNOWN = SourceFolders()


def _longest(path: str, main: Sequence[str], test: Sequence[str]) -> PathKind | None:
    lengths = [
        max((len(f) for f in folders if f != "." and path.startswith(f"{f}/")), default=0)
        for folders in (main, test)
    ]
    if not any(lengths):
        return None
    return PathKind.MAIN if lengths[0] >= lengths[1] else PathKind.TEST


def kind_of(path: str, known: SourceFolders = NOT_KNOWN) -> PathKind:
    """Classify a path, by the build's own folders or else by common conventions.

    Folders below a source root are Java packages. Their names (`target`, `gradle`, `build` or
    `test`) have no special meaning.
    """
    if _is_build_name(PurePosixPath(path).name):
        return PathKind.BUILD
    found = known.side_of(path)
    if found is not None:
        return found
    root = _usual_root(path)
    if _BUILD_FOLDERS & set(path[: root or len(path)].split("/")[:-1]):
        return PathKind.BUILD
    if root == 0 and _OUTPUT_FOLDERS & set(path.split("/")[:-1]):
        return PathKind.OUTPUT
    return PathKind.TEST if _is_usual_test(path) else PathKind.MAIN


def _usual_root(path: str) -> int:
    """Return the offset at which packages begin; 0 if no folder is named like a source root."""
    found = _SOURCE_FOLDER.search(path) or _SOURCE_ROOT.search(path)
    return found.end() if found is not None else 0


def _is_build_name(name: str) -> bool:
    return name in _BUILD_NAMES or _BUILD_PATTERN.match(name) is not None


def _is_usual_test(path: str) -> bool:
    source_set = _SOURCE_SET.search(path)
    if source_set is not None and _TEST_WORDS & {
        word.lower() for word in _WORD_IN_NAME.findall(source_set[1])
    }:
        return True
    if _SOURCE_FOLDER.search(path) or "src/main/" in path:
        return False
    # Below a bare `src/`, a folder `test` may be a package or contain tests. Treating it as tests
    # refuses an edit at worst. Otherwise a candidate could edit the tests that judge it.
    return any(folder.lower() in _TEST_FOLDERS for folder in PurePosixPath(path).parts[:-1])


def is_test_path(path: str, known: SourceFolders = NOT_KNOWN) -> bool:
    """Whether a file belongs to tests, their resources or snapshots."""
    return kind_of(path, known) is PathKind.TEST


def is_build_path(path: str) -> bool:
    """Whether a file controls the build."""
    return kind_of(path) is PathKind.BUILD


def is_test_platform_path(path: str) -> bool:
    """Whether a file configures JUnit, TestNG or Mockito from the class path."""
    return any(part in _PLATFORM_NAMES for part in PurePosixPath(path).parts)


def is_meta_inf_path(path: str) -> bool:
    """Whether a path contains a folder META-INF, in any case."""
    return any(part.upper() == "META-INF" for part in PurePosixPath(path).parts)


def is_module_descriptor(path: str) -> bool:
    """Whether a path is a module-info.java, which can provide services."""
    return PurePosixPath(path).name == "module-info.java"


def below_source_folder(path: str) -> str:
    """Return the part of a path below `src/<set>/<language>/`; in any other layout, the whole path."""
    found = _SOURCE_FOLDER.search(path)
    return path[found.end() :] if found is not None else path
