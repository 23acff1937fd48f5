"""Find Maven, and the options that switch off parts of a project's build."""

import re
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import MissingToolError
from verifier.tools import process
from verifier.tools.hostile_xml import read_xml
from verifier.tools.maven_central import Artefact, ArtefactCache, MavenClient
from verifier.tools.packages import install
from verifier.tools.storage.scratch import scratch_folder

DISTRIBUTION = Artefact(
    group="org.apache.maven",
    name="apache-maven",
    version="3.9.11",
    classifier="bin",
    extension="tar.gz",
    sha256="4b7195b6a4f5c81af4c0212677a32ee8143643401bc6e1e8412e6b06ea82beac",
    size=9160848,
)
"""The Maven that is fetched if a project refuses the installed one."""

DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
HELP_PLUGIN = "org.apache.maven.plugins:maven-help-plugin:3.5.1"

QUALITY_SKIPS = (
    "rat.skip", "checkstyle.skip", "enforcer.skip", "animal.sniffer.skip", "japicmp.skip",
    "gpg.skip", "maven.javadoc.skip", "spotbugs.skip", "findbugs.skip", "pmd.skip", "cpd.skip",
    "cyclonedx.skip", "spdx.skip", "license.skip", "license.skipCheckLicense",
    "license.skipUpdateLicense", "forbiddenapis.skip", "revapi.skip", "moditect.skip",
    "maven.buildNumber.skip", "buildnumber.skip", "remoteresources.skip", "maven.source.skip",
    "maven.site.skip", "jacoco.skip", "cobertura.skip", "clirr.skip", "spotless.check.skip",
    "spotless.apply.skip", "sortpom.skip", "impsort.skip", "formatter.skip", "xml.skip",
    "detekt.skip", "pitest.skip", "skipITs", "mdep.analyze.skip", "bnd.baseline.skip",
    "git.commit.id.skip", "maven.gitcommitid.skip", "errorprone.skip", "docker.skip",
    "invoker.skip", "changes.skip", "assembly.skipAssembly", "maven.install.skip",
    "maven.deploy.skip",
)  # fmt: skip
"""User properties that keep quality, documentation and release plugins out of a build."""

TEST_OVERRIDES = (
    "-DskipTests=false",
    "-Dmaven.test.skip=false",
    "-Dmaven.test.skip.exec=false",
    "-Dmaven.test.failure.ignore=true",
    "-DtrimStackTrace=false",
    "-Dsurefire.rerunFailingTestsCount=0",
    "-Dsurefire.skipAfterFailureCount=0",
    "-Dsurefire.reportFormat=brief",
)
"""Override settings that would make tests disappear, or pass on a second try."""

_SUPER_POM = "org/apache/maven/model/pom-4.0.0.xml"
TOO_OLD = re.compile(
    r"requires Maven version|Detected Maven Version.*not in the allowed range"
    r"|The project uses experimental features that require.*Maven"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Maven:
    """A Maven distribution."""

    home: Path
    version: str

    def __str__(self) -> str:
        return f"Maven {self.version}"

    @property
    def program(self) -> Path:
        """The start script."""
        return self.home / "bin" / "mvn"


def find_maven(chosen: Path | None = None) -> Maven:
    """Return the chosen Maven (its home or its `mvn`), otherwise the one on the PATH. Wrappers
    never run.

    Raises:
        MissingToolError: there is none.
    """
    program = str(chosen) if chosen is not None else process.which("mvn")
    if program is not None:
        path = Path(program).resolve()
        home = path if path.is_dir() else path.parent.parent
        version = _version(home)
        if version is not None:
            return Maven(home=home, version=version)
    raise MissingToolError(
        f"{chosen} is not a Maven installation" if chosen else "Maven (mvn) is not on this machine",
        hint=f"{install('maven')}, or pass --maven to verify.",
    )


def _version(home: Path) -> str | None:
    for jar in sorted((home / "lib").glob("maven-core-*.jar")):
        with zipfile.ZipFile(jar) as archive:
            properties = "META-INF/maven/org.apache.maven/maven-core/pom.properties"
            if properties in archive.namelist():
                text = archive.read(properties).decode("latin-1")
                match = re.search(r"^version=(\S+)", text, re.MULTILINE)
                return match[1] if match else None
        return jar.stem.removeprefix("maven-core-")
    return None


def fetch_maven(cache: Path, with_maven: Maven) -> Maven:
    """Return the pinned newer Maven, unpacked in the cache; the installed Maven fetches it.

    Raises:
        DownloadError, IntegrityError: it cannot be fetched, or is not the pinned one.
    """
    home = cache / "maven" / f"apache-maven-{DISTRIBUTION.version}"
    if not home.is_dir():
        source = MavenClient(program=str(with_maven.program))
        archive = ArtefactCache(folder=cache / "artefacts", source=source).get([DISTRIBUTION])[
            DISTRIBUTION
        ]
        home.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder("unpack", home.parent) as name:
            with tarfile.open(archive) as members:
                members.extractall(name, filter="data")
            _into_place(name / home.name, home)
    return Maven(home=home, version=DISTRIBUTION.version)


def _into_place(made: Path, home: Path) -> None:
    """Rename into place, unless another process has already done so."""
    try:
        made.rename(home)
    except OSError:
        if not home.is_dir():
            raise


def skip_options() -> tuple[str, ...]:
    """Return the options that skip quality plugins."""
    return tuple(f"-D{name}=true" for name in QUALITY_SKIPS)


def offline_words(repository: str) -> tuple[str, ...]:
    """Return the options of a build in the sandbox: offline, with one repository."""
    return (
        *("-B", "-o", "-ntp"),
        f"-Dmaven.repo.local={repository}",
        "-Daether.enhancedLocalRepository.trackingFilename=refverify.none",
    )


def read_own_repositories(maven: Maven) -> tuple[str, ...]:
    """Return the addresses that Maven asks if nothing else is named: those of its super POM.

    Empty if no jar of its `lib` folder has one.
    """
    for jar in sorted((maven.home / "lib").glob("maven-*.jar")):
        with zipfile.ZipFile(jar) as archive:
            if _SUPER_POM in archive.namelist():
                root = read_xml(archive.read(_SUPER_POM))
                urls = [
                    each.text or "" for each in root.findall("{*}repositories/{*}repository/{*}url")
                ]
                return tuple(url.strip() for url in urls)
    return ()
