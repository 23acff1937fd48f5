"""Find what this machine has and lacks for the main job, with a command for each missing part."""

import hashlib
import platform
import ssl
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from verifier.config import KEY_VARIABLE, has_variable
from verifier.domain.described import FORM, Described, Form
from verifier.errors import IntegrityError, MissingToolError, SandboxError, VerifierError
from verifier.sandbox.choice import refuse_for_local
from verifier.tools import process
from verifier.tools.gradle import find_gradle, newest_jdk
from verifier.tools.jdk import Jdk, find_jdks, runtimes_alone, vendor_of
from verifier.tools.maven import find_maven
from verifier.tools.packages import install

VERSION_SECONDS = 30
ANALYSIS_SECONDS = 60
OLDEST_PYTHON = (3, 11)
OLDEST_JDK = 17
PACKAGES, JDKS, ENGINE = "Python packages", "JDKs", "Docker engine"
FUZZING = frozenset({PACKAGES, JDKS, ENGINE})
"""The findings that `fuzz` needs; the engine only if it is the sandbox."""
DISTRIBUTION = "refverify"


class Need(StrEnum):
    """What a finding is needed for. Verifying needs everything that mining needs, and more.

    The main job does not need an `extra` finding.
    """

    MINING = "mining"
    VERIFYING = "verifying"
    EXTRA = "extra"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding(Described):
    """The result of one check of this machine. `remedy` is a command or advice if something is
    missing.

    `present` is False if the subject is missing or unusable. A finding that is present can still
    have a remedy that improves it.
    """

    subject: str
    """What was looked for."""
    need: Need
    """What it is needed for."""
    present: bool
    """Whether it exists and can be used."""
    details: str
    """What was found, or what is wrong."""
    remedy: str = ""
    """The command or advice that helps; empty if there is nothing to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """All findings, in the order in which the main job needs them."""

    sandbox: str
    findings: tuple[Finding, ...]

    @property
    def can_mine(self) -> bool:
        """Tell whether everything that mining needs is there."""
        return all(f.present for f in self.findings if f.need is Need.MINING)

    @property
    def can_fuzz(self) -> bool:
        """Tell whether two versions can be fuzzed in the chosen sandbox; this needs no Maven and no
        analysis.
        """
        return all(
            f.present for f in self.findings if f.subject in FUZZING and f.need is not Need.EXTRA
        )

    @property
    def ready(self) -> bool:
        """Tell whether the main job can run: mining, and verifying in the chosen sandbox."""
        return all(f.present for f in self.findings if f.need is not Need.EXTRA)


@dataclass(frozen=True, kw_only=True, slots=True)
class DoctorRecord(Described):
    """What `doctor --format json` prints."""

    ready: bool
    """Whether mining and verifying can run."""
    mining: bool
    """Whether mining can run, and verifying of only detection and purity."""
    fuzzing: bool
    """Whether fuzzing can run in the chosen sandbox."""
    sandbox: str
    """The chosen sandbox."""
    findings: tuple[Finding, ...]
    """All findings, in the order in which the main job needs them."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @classmethod
    def of(cls, diagnosis: Diagnosis) -> "DoctorRecord":
        """Make the record of a diagnosis."""
        return cls(
            ready=diagnosis.ready,
            mining=diagnosis.can_mine,
            fuzzing=diagnosis.can_fuzz,
            sandbox=diagnosis.sandbox,
            findings=diagnosis.findings,
        )


def diagnose(sandbox: str, runtime: str | None = None) -> Diagnosis:
    """Look for everything. Nothing is installed, but the sandbox is opened and its limits are
    tested, with the runtime that the user names.

    Raises:
        UsageError: a runtime for the local sandbox.
    """
    if sandbox == "local":
        refuse_for_local("runtime", runtime)
    return Diagnosis(sandbox=sandbox, findings=tuple(_findings(sandbox, runtime)))


def _findings(sandbox: str, runtime: str | None) -> Iterator[Finding]:
    yield _python()
    yield _packages()
    yield _program("git", Need.MINING, install("git"))
    yield _attempt("analysis jars", Need.MINING, _analysis_jars)
    yield _attempt("analysis JVM", Need.MINING, _analysis_jvm)
    yield _attempt(JDKS, Need.VERIFYING, _jdks)
    yield _attempt("Maven", Need.VERIFYING, lambda: (str(find_maven()), ""))
    needed = Need.VERIFYING if sandbox == "docker" else Need.EXTRA
    yield _attempt(ENGINE, needed, lambda: _engine(runtime))
    yield _attempt("Gradle", Need.EXTRA, _gradle)
    yield _attempt("rule engine", Need.EXTRA, _rule_engine)
    yield _attempt("generation", Need.EXTRA, _generation)


def _attempt(subject: str, need: Need, find: Callable[[], tuple[str, str]]) -> Finding:
    """Make a finding from a function that returns details and a remedy, or raises an error."""
    try:
        details, remedy = find()
    except VerifierError as error:
        remedy = error.hint or "see the traceback of the part itself, with `refverify --debug`"
        return Finding(
            subject=subject, need=need, present=False, details=error.message, remedy=remedy
        )
    return Finding(subject=subject, need=need, present=True, details=details, remedy=remedy)


def _python() -> Finding:
    return Finding(
        subject="Python",
        need=Need.MINING,
        present=sys.version_info >= OLDEST_PYTHON,
        details=f"{platform.python_version()} at {sys.executable}",
        remedy="" if sys.version_info >= OLDEST_PYTHON else install("python3"),
    )


def _packages() -> Finding:
    names = list(_select_requirements(metadata.requires(DISTRIBUTION) or ()))
    missing = [n for n in names if not _is_installed(n)]
    return Finding(
        subject=PACKAGES,
        need=Need.MINING,
        present=not missing,
        details=f"missing: {', '.join(missing)}" if missing else f"all {len(names)} are installed",
        remedy=f"{sys.executable} -m pip install {' '.join(missing)}" if missing else "",
    )


def _select_requirements(lines: Iterable[str]) -> Iterator[str]:
    """Yield the requirements of this Python, without extras and without their markers."""
    from packaging.requirements import Requirement

    for line in lines:
        asked = Requirement(line)
        if asked.marker is None or asked.marker.evaluate({"extra": ""}):
            yield f"{asked.name}{asked.specifier}"


def _is_installed(requirement: str) -> bool:
    name = requirement
    for separator in "=<>!~[ ":
        name = name.partition(separator)[0]
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _program(name: str, need: Need, remedy: str) -> Finding:
    path = process.which(name)
    if path is None:
        return Finding(
            subject=name,
            need=need,
            present=False,
            details=f"{name} is not on the PATH",
            remedy=remedy,
        )
    return Finding(subject=name, need=need, present=True, details=f"{_version(path)} at {path}")


def _version(program: str) -> str:
    """Return the first line of `--version` with a digit; if the program fails, its error."""
    try:
        done = process.run([program, "--version"], timeout=VERSION_SECONDS)
    except VerifierError as error:
        return error.message
    lines = (done.stdout + done.stderr).decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in lines if any(c.isdigit() for c in line)), "no version")


def _analysis_jvm() -> tuple[str, str]:
    from verifier.analysis.pool import AnalysisPool

    with AnalysisPool(timeout=ANALYSIS_SECONDS) as pool:
        versions = pool.versions()
    return ", ".join(f"{name} {version}" for name, version in sorted(versions.items())), ""


def _analysis_jars() -> tuple[str, str]:
    from verifier.analysis import classpath

    wanted = classpath.read_pins()
    jars = classpath.jars()
    for jar in jars:
        pin = wanted.get(jar.name)
        if pin is not None and hashlib.sha256(jar.read_bytes()).hexdigest() != pin:
            raise IntegrityError(
                f"{jar.name} is not the pinned one",
                hint="In a checkout run `make clean build`; otherwise install the package again.",
            )
    return f"{len(jars)} jars in {jars[0].parent}", ""


def _engine(runtime: str | None) -> tuple[str, str]:
    from verifier.sandbox.docker import DockerSandbox
    from verifier.sandbox.engine import ask_engine
    from verifier.sandbox.probe import VITAL, measure

    asked = ask_engine(runtime)
    with DockerSandbox(runtime=runtime, tolerate=VITAL) as sandbox:
        unenforced = measure(sandbox)
        engine = f"{sandbox.facts.engine}, runtime {asked.runtime}"
    if VITAL.intersection(unenforced):
        raise SandboxError(
            f"{engine} does not enforce: {', '.join(unenforced)}",
            hint="Use a rootful engine with cgroup limits; `--sandbox local` isolates nothing.",
        )
    held = f"does not enforce: {', '.join(unenforced)}" if unenforced else "all limits hold"
    # Every engine lists the shims of containerd, which are other names of runc.
    others = [
        n for n in asked.runtimes if n != asked.runtime and not n.startswith("io.containerd.")
    ]
    more = f"; other runtimes: {', '.join(others)}" if others else ""
    return f"{engine}; {held} (tried just now){more}", recommend_runtime(
        asked.runtime, asked.runtimes
    )


def recommend_runtime(used: str, known: Iterable[str]) -> str:
    """Recommend gVisor if the engine knows it and does not use it; empty otherwise."""
    gvisor = [name for name in known if "runsc" in name]
    if not gvisor or "runsc" in used:
        return ""
    return f"stronger isolation: `--runtime {gvisor[0]}` (gVisor); see docs/security.md"


def _jdks() -> tuple[str, str]:
    jdks = find_jdks()
    details = ", ".join(f"{_with_vendor(jdk)} at {jdk.home}" for jdk in jdks)
    alone = ", ".join(map(str, runtimes_alone()))
    details += f"; without a compiler, so not used: {alone}" if alone else ""
    if any(jdk.feature >= OLDEST_JDK for jdk in jdks):
        return details, ""
    return details, f"for newer projects: {install('jdk')}"


def _with_vendor(jdk: Jdk) -> str:
    vendor = vendor_of(jdk.home)
    return f"{jdk} ({vendor})" if vendor else str(jdk)


def _gradle() -> tuple[str, str]:
    """Find the Gradle for projects without a wrapper's own on this machine, and the JDKs that it
    runs on.
    """
    gradle = find_gradle()
    named = [str(jdk.feature) for jdk in find_jdks() if gradle.runs_on(jdk.feature)]
    if named:
        return f"{gradle}, runs on JDK {', '.join(named)}", ""
    return str(
        gradle
    ), f"it runs on none of the JDKs found; install JDK {newest_jdk(gradle.version)}"


def _rule_engine() -> tuple[str, str]:
    from verifier.tools.opengrep.scan import find_engine

    engine = find_engine()
    return f"{engine.label} at {engine.program.path}", ""


def _generation() -> tuple[str, str]:
    """Find what asks models, and say whether there is a key, never which."""
    key = f"{KEY_VARIABLE} is {'set' if has_variable(KEY_VARIABLE) else 'not set'}"
    if find_spec("openai") is None:
        raise MissingToolError(
            f"the package openai is not installed; {key}",
            hint=f"{sys.executable} -m pip install '{DISTRIBUTION}[generate]'",
        )
    details = f"openai {metadata.version('openai')}; {key}"
    if _has_authorities():
        return details, ""
    return details, "no certificate authorities: set SSL_CERT_FILE to a file that has them"


def _has_authorities() -> bool:
    places = ssl.get_default_verify_paths()
    return places.cafile is not None or (
        places.capath is not None and any(Path(places.capath).iterdir())
    )
