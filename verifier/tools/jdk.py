"""Find the JDKs on this machine, with their versions and the source levels they support."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from verifier.config import gradle_home, java_homes
from verifier.domain.declared import NEUTRAL
from verifier.errors import MissingToolError
from verifier.tools import process
from verifier.tools.hostile_xml import UnreadableXml, read_xml
from verifier.tools.packages import install

_DIGITS = 16
"""Hex digits of the hash of a `release` file."""
_FEATURE = re.compile(r"[0-9]{1,4}")
DeclaredJdks = Mapping[int, str]
"""The Java versions that a project declares, each with the file that declares it; empty if there are none."""
_UPDATE_OF_8 = re.compile(r"1\.8\.0_([0-9]{1,4})")
_PERCENTAGES_SINCE = 10
_PERCENTAGES_SINCE_UPDATE_OF_8 = 191
_OLDEST_LEVEL = ((20, 8), (12, 7), (9, 6))
"""Pairs (first JDK version, oldest source level that its javac supports); before JDK 9 it is 3."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Jdk:
    """A JDK (with a compiler); `feature` is its major version: 8, 11, 17, 25.

    `release` is its vendor and a hash of its file `release`; empty without that file. Its location is
    neutral.
    """

    home: Path = field(metadata=NEUTRAL)
    version: str
    feature: int
    release: str = ""

    def __str__(self) -> str:
        return f"JDK {self.version}"

    @property
    def identity(self) -> str:
        """Its version, vendor and release file as one text, the same in every folder and on every machine."""
        return f"{self.version} {self.release}".rstrip()

    @property
    def java(self) -> Path:
        """The path of its `java` program."""
        return self.home / "bin" / "java"

    @property
    def oldest_level(self) -> int:
        """The oldest source level that its compiler supports."""
        return next((level for since, level in _OLDEST_LEVEL if self.feature >= since), 3)

    @property
    def knows_percentages(self) -> bool:
        """Whether its JVM supports `-XX:MaxRAMPercentage`: JDK 10 introduced it, and update 191 of JDK 8."""
        update = _UPDATE_OF_8.match(self.version)
        if update is not None:
            return int(update[1]) >= _PERCENTAGES_SINCE_UPDATE_OF_8
        return self.feature >= _PERCENTAGES_SINCE

    def takes(self, level: int) -> bool:
        """Whether its compiler supports a source level."""
        return self.oldest_level <= level <= self.feature


def read_jdk(home: Path) -> Jdk | None:
    """Return the JDK in a folder; None if there is none, or one without a compiler."""
    if not (home / "bin" / "javac").is_file():
        return None
    version = _read_version(home) or _of_runtime(home)
    feature = feature_of(version)
    if feature is None:
        return None
    return Jdk(home=home, version=version, feature=feature, release=_describe_release(home))


def _describe_release(home: Path) -> str:
    """Return the vendor and the beginning of the hash of the file `release`; empty without the file."""
    try:
        content = (home / "release").read_bytes()
    except OSError:
        return ""
    digest = hashlib.sha256(content).hexdigest()[:_DIGITS]
    return f"{vendor_of(home)} {digest}".lstrip()


def _read_version(home: Path) -> str:
    return _release(home).get("JAVA_VERSION", "")


def _release(home: Path) -> dict[str, str]:
    """Parse the file `release` of a Java home; empty if there is none."""
    try:
        lines = (home / "release").read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    return {key: value.strip('"') for key, value in values.items()}


def _of_runtime(home: Path) -> str:
    """Return the version from a jar that exists up to JDK 8; Debian's JDK 8 has no file `release`."""
    try:
        with ZipFile(home / "jre/lib/rt.jar") as jar:
            lines = jar.read("META-INF/MANIFEST.MF").decode("utf-8", "replace").splitlines()
    except (OSError, BadZipFile, KeyError):
        return ""
    key = "Implementation-Version: "
    return next((line.removeprefix(key) for line in lines if line.startswith(key)), "")


def feature_of(version: str) -> int | None:
    """Return 8 for `1.8.0_292` and `8`, 17 for `17.0.15`; None if it is not a Java version."""
    first, _, rest = version.strip().partition(".")
    number = rest.split(".")[0].split("_")[0] if first == "1" and rest else first.split("-")[0]
    return int(number) if _FEATURE.fullmatch(number) else None


def vendor_of(home: Path) -> str:
    """Return the vendor that a JDK or JRE names in its `release` file; empty if it names none."""
    return _release(home).get("IMPLEMENTOR", "")


def runtimes_alone() -> tuple[Path, ...]:
    """Return the known homes that have a `java` but no compiler, each once."""
    homes = (home.resolve() for home in _homes())
    alone = (h for h in homes if (h / "bin/java").is_file() and not (h / "bin/javac").is_file())
    return tuple(dict.fromkeys(alone))


def find_jdks(chosen: Path | None = None) -> tuple[Jdk, ...]:
    """Return the JDKs found, newest first, each once; only the chosen one if one is chosen.

    Of equal JDKs in several folders all are returned. The order depends on the folders only among them.

    Searches JAVA_HOME and JAVA_HOME_<n>_<machine>, /usr/lib/jvm, SDKMAN, jenv, asdf, mise, the
    folders into which IDEs and Gradle download JDKs, Maven's toolchains.xml, and the javac on the
    PATH.

    Raises:
        MissingToolError: there is none.
    """
    homes = (chosen,) if chosen is not None else tuple(_homes())
    found: dict[Path, Jdk] = {}
    for home in homes:
        jdk = read_jdk(home.resolve())
        if jdk is not None:
            found.setdefault(jdk.home, jdk)
    if not found:
        where = f"{chosen} is not a JDK" if chosen else "no JDK was found on this machine"
        raise MissingToolError(where, hint=f"{install('jdk')}, or pass --jdk to verify or fuzz.")
    return tuple(sorted(found.values(), key=_place_in_order))


def _place_in_order(jdk: Jdk) -> tuple[int, list[int], str, str]:
    numbers = [-int(word) for word in re.findall(r"[0-9]{1,9}", jdk.version)]
    return -jdk.feature, numbers, jdk.identity, str(jdk.home)


def identify_jdks(chosen: Path | None = None) -> tuple[str, ...]:
    """Return the identities of the JDKs found, sorted, each once; only the chosen one if one is chosen.

    Empty if there is none.
    """
    try:
        return tuple(sorted({jdk.identity for jdk in find_jdks(chosen)}))
    except MissingToolError:
        return ()


def usual_jdk(chosen: Path | None = None) -> Jdk:
    """Return the chosen JDK; otherwise that of the javac on the PATH; otherwise the newest one
    found.

    Raises:
        MissingToolError: there is none.
    """
    javac = process.which("javac") if chosen is None else None
    usual = None if javac is None else read_jdk(Path(javac).resolve().parent.parent)
    return usual if usual is not None else find_jdks(chosen)[0]


def _homes() -> Iterator[Path]:
    yield from java_homes()
    user = Path.home()
    for folder in (
        Path("/usr/lib/jvm"),
        user / ".sdkman/candidates/java",
        user / ".jenv/versions",
        user / ".asdf/installs/java",
        user / ".local/share/mise/installs/java",
        user / ".jdks",
        gradle_home() / "jdks",
    ):
        if folder.is_dir():
            yield from sorted(folder.iterdir())
    # Gradle up to 8 unpacks an archive unchanged, so the JDK is in a subfolder.
    yield from sorted((gradle_home() / "jdks").glob("*/*/"))
    mac = Path("/Library/Java/JavaVirtualMachines")
    yield from sorted(mac.glob("*/Contents/Home"))
    yield from _toolchains(user / ".m2/toolchains.xml")
    javac = process.which("javac")
    if javac is not None:
        yield Path(javac).resolve().parent.parent


def _toolchains(path: Path) -> Iterator[Path]:
    if not path.is_file():
        return
    try:
        root = read_xml(path.read_bytes())
    except UnreadableXml:
        return
    for element in root.iter():
        if element.tag.rpartition("}")[2] == "jdkHome" and element.text:
            yield Path(element.text.strip())


def in_order_of_choice(
    jdks: Sequence[Jdk], *, declared: DeclaredJdks, level: int | None
) -> tuple[Jdk, ...]:
    """Return the JDKs to try, best first.

    Declared ones come before all others. In both groups, JDKs that support the level come first,
    and older ones before newer ones. A JDK that does not support the level is still tried, because
    a build may raise the level itself.
    """

    def rank(jdk: Jdk) -> tuple[bool, bool, int]:
        takes = level is None or jdk.takes(level)
        return (jdk.feature not in declared, not takes, jdk.feature)

    return tuple(sorted(jdks, key=rank))
