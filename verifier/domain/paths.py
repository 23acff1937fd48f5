"""What a path says: whether it is safe, and which part of a project it belongs to."""

import re
import unicodedata
from pathlib import PurePosixPath

_GIT_FOLDER = re.compile(r"^(\.git|git~\d+)[ .]*$", re.IGNORECASE)
_DRIVE = re.compile(r"^[A-Za-z]:")
_SOURCE_SET = re.compile(r"(?:^|/)src/([^/]+)/")
_WORD_IN_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TEST_WORDS = frozenset({"test", "tests", "it", "jmh"})
_TEST_FOLDERS = frozenset({"test", "tests", "testdata", "test-data", "__snapshots__", "snapshots"})
_BUILD_NAMES = frozenset(
    {
        "pom.xml", "settings.xml", "toolchains.xml", "gradle.properties", "mvnw", "mvnw.cmd",
        "gradlew", "gradlew.bat", "build.xml", "ivy.xml", "local.properties", "lombok.config",
        "init.gradle", "init.gradle.kts", "gradle.lockfile", "libs.versions.toml", "jvm.config",
        "maven.config", "extensions.xml", "javac.args", ".sdkmanrc", ".java-version", "MODULE.bazel",
        "WORKSPACE", "BUILD", "BUILD.bazel", "build.sbt", "build.sc", "Makefile",
    }
)  # fmt: skip
_BUILD_PATTERN = re.compile(r"^(build|settings)\.gradle(\.kts)?$|.*\.gradle(\.kts)?$|.*\.pom$")
_BUILD_FOLDERS = frozenset({".mvn", "buildSrc", "build-logic", "gradle", ".gradle", ".m2"})
_PLATFORM_NAMES = frozenset(
    {
        "junit-platform.properties", "junit.properties", "testng.xml", "surefire.properties",
        "mockito-extensions", "org.mockito.plugins.MockMaker",
    }
)  # fmt: skip
_SOURCE_FOLDER = re.compile(r"(^|/)src/[^/]+/java/")


def unsafe_reason(path: str) -> str | None:
    """Why a path must not be used at all; None where it stays inside the tree."""
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


def is_test_path(path: str) -> bool:
    """Whether a path belongs to tests, their resources or snapshots, by the folders' names.

    Folders below a source root are Java packages (`src/main/java/org/acme/test`) and say nothing.
    """
    source_set = _SOURCE_SET.search(path)
    if source_set is not None and _TEST_WORDS & {
        word.lower() for word in _WORD_IN_NAME.findall(source_set[1])
    }:
        return True
    if _SOURCE_FOLDER.search(path) or "src/main/" in path:
        return False
    return any(folder.lower() in _TEST_FOLDERS for folder in PurePosixPath(path).parts[:-1])


def is_build_path(path: str) -> bool:
    """Whether a file steers the build; a Java package may be called `gradle` without doing so."""
    name = PurePosixPath(path).name
    if name in _BUILD_NAMES or _BUILD_PATTERN.match(name):
        return True
    root = _SOURCE_FOLDER.search(path)
    before_packages = path[: root.end()] if root else path
    return any(folder in _BUILD_FOLDERS for folder in before_packages.split("/")[:-1])


def is_test_platform_path(path: str) -> bool:
    """Whether a file steers JUnit, TestNG or Mockito from the class path."""
    return any(part in _PLATFORM_NAMES for part in PurePosixPath(path).parts)


def is_meta_inf_path(path: str) -> bool:
    """Whether a path has a folder META-INF, in any case."""
    return any(part.upper() == "META-INF" for part in PurePosixPath(path).parts)


def is_module_descriptor(path: str) -> bool:
    """Whether a path is a module-info.java, which can provide services."""
    return PurePosixPath(path).name == "module-info.java"


def below_source_folder(path: str) -> str:
    """The part of a path below `src/<set>/java/`; the whole path in another layout."""
    found = _SOURCE_FOLDER.search(path)
    return path[found.end() :] if found is not None else path
