"""Find Gradle installations, the JDKs they run on, and their command line options."""

import re
import shutil
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import MissingToolError
from verifier.tools.jdk import Jdk
from verifier.tools.packages import install

NEWEST_JDK = (
    ("9.1", 25), ("8.14", 24), ("8.10", 23), ("8.8", 22), ("8.5", 21), ("8.3", 20), ("7.6", 19),
    ("7.5", 18), ("7.3", 17), ("7.0", 16), ("6.7", 15), ("6.3", 14), ("6.0", 13), ("5.4", 12),
    ("5.0", 11), ("4.7", 10), ("4.3", 9), ("2.0", 8),
)  # fmt: skip
"""Pairs (first Gradle version, newest JDK that it runs on), from Gradle's compatibility matrix."""
OLDEST_JDK = (("9.0", 17), ("5.0", 8), ("3.0", 7), ("2.0", 6))
"""Pairs (first Gradle version, oldest JDK that it runs on)."""
OLDEST_GRADLE = "2.14"
"""The oldest version that the init script supports."""
_OPTIONS = (
    ("--no-scan", "4.3"), ("--no-build-cache", "3.5"), ("--no-configuration-cache", "6.6"),
    ("--no-watch-fs", "6.7"),
)  # fmt: skip
_CORE = re.compile(r"gradle-(?:core|base-services|runtime-api-info)-(\d[\w.\-]*)\.jar")


@dataclass(frozen=True, kw_only=True, slots=True)
class Gradle:
    """A Gradle distribution; `debian` is Debian's, which is patched to run on Debian's default JDK."""

    home: Path
    version: str
    debian: bool = False

    def __str__(self) -> str:
        return f"Gradle {self.version}"

    def runs_on(self, feature: int) -> bool:
        """Whether Gradle's compatibility matrix includes a JDK; Debian's Gradle also runs on 17."""
        if self.debian and feature == 17:  # noqa: PLR2004 - the JDK of Debian 12
            return True
        return oldest_jdk(self.version) <= feature <= newest_jdk(self.version)


def newest_jdk(version: str) -> int:
    """Return the newest JDK that a Gradle version runs on."""
    return next((jdk for since, jdk in NEWEST_JDK if is_at_least(version, since)), 7)


def oldest_jdk(version: str) -> int:
    """Return the oldest JDK that a Gradle version runs on."""
    return next((jdk for since, jdk in OLDEST_JDK if is_at_least(version, since)), 5)


def is_at_least(version: str, other: str) -> bool:
    """Whether a version equals another or is newer; a release candidate counts as its release."""
    return _numbers(version) >= _numbers(other)


def _numbers(version: str) -> tuple[int, ...]:
    found = [int(part) for part in re.findall(r"\d+", version.partition("-")[0])]
    return (*found, 0, 0, 0)[:3]


def find_gradle(chosen: Path | None = None) -> Gradle:
    """Return the chosen Gradle (its home or its `gradle`), otherwise the one on the PATH.

    Raises:
        MissingToolError: there is none.
    """
    program = str(chosen) if chosen is not None else shutil.which("gradle")
    if program is not None:
        path = Path(program).resolve()
        found = read_gradle(path if path.is_dir() else path.parent.parent)
        if found is not None:
            return found
    raise MissingToolError(
        f"{chosen} is not a Gradle installation"
        if chosen
        else "Gradle (gradle) is not on this machine",
        hint=f"{install('gradle')}, or pass --gradle to verify.",
    )


def read_gradle(home: Path) -> Gradle | None:
    """Return the distribution in a folder; None if there is none."""
    if not (home / "bin" / "gradle").is_file():
        return None
    for jar in sorted((home / "lib").glob("gradle-*.jar")):
        match = _CORE.fullmatch(jar.name)
        if match and zipfile.is_zipfile(jar):
            return Gradle(home=home, version=match[1], debian=jar.is_symlink())
    return None


def find_wrapper_gradle(wrapper_folder: Path, version: str) -> Gradle | None:
    """Return a Gradle of this version that a wrapper fetched into a user's Gradle home; None if there is none."""
    for kind in ("bin", "all"):
        for home in sorted(
            wrapper_folder.glob(f"dists/gradle-{version}-{kind}/*/gradle-{version}")
        ):
            found = read_gradle(home)
            if found is not None and found.version == version:
                return found
    return None


def in_order(jdks: Sequence[Jdk], gradle: Gradle) -> tuple[Jdk, ...]:
    """Return the JDKs that Gradle supports, in the given order; then the others, oldest first.

    The others are still tried: distributions patch Gradle for newer JDKs.
    """
    named = [jdk for jdk in jdks if gradle.runs_on(jdk.feature)]
    others = sorted((jdk for jdk in jdks if jdk not in named), key=lambda jdk: jdk.feature)
    return (*named, *others)


def plain_words(version: str) -> tuple[str, ...]:
    """Return the options of every build: no daemon, no build cache, no build scan, no file watching."""
    known = tuple(word for word, since in _OPTIONS if is_at_least(version, since))
    return ("--no-daemon", "--console=plain", *known, "-Dorg.gradle.configureondemand=false")
