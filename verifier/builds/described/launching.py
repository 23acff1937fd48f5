"""Which launcher runs a project's tests, and the jars that it needs in addition to the project's own."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from verifier.builds.described.module import ClassPath, Module

Fetch = Callable[[str], str | None]
"""Adds `group:name:version` to the store of dependencies and returns its path there; None if it cannot be fetched."""

_PLATFORM = "org.junit.platform"
_JUPITER = "org.junit.jupiter"


class Launcher(StrEnum):
    """JUnit 3's own runner, JUnitCore from JUnit 4 on, or JUnit Platform for tests with an engine."""

    JUNIT3 = "junit3"
    JUNIT4 = "junit4"
    PLATFORM = "platform"


@dataclass(frozen=True, kw_only=True, slots=True)
class Launching:
    """How tests are launched. `jars` are relative to the store of dependencies."""

    launcher: Launcher
    jars: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()


def choose_launching(module: Module, path: ClassPath, fetch: Fetch) -> Launching:
    """Choose JUnit Platform, in the project's own version, if the project has it; otherwise the
    runner of its JUnit.

    From JUnit 4 on this is JUnitCore, as in Surefire's own provider: no further jar enters the
    subject's class path.
    """
    jupiter = path.version(f"{_JUPITER}:junit-jupiter-api")
    engine = path.version(f"{_PLATFORM}:junit-platform-engine")
    if jupiter is None and engine is None:
        return _without_platform(module, path)
    platform = engine or platform_of(jupiter or "")
    return _platform(path, jupiter, platform, fetch)


def _without_platform(module: Module, path: ClassPath) -> Launching:
    reasons: list[str] = []
    settings = module.tests
    version = path.version("junit:junit") or path.version("junit:junit-dep")
    has_core = version is None or not version.startswith("3.")
    # JUnit's own project has no JUnit on its class path, because it is JUnit.
    if version is None and module.name != "junit:junit":
        reasons.append("it has no JUnit on its test class path")
    if settings.groups or settings.excluded_groups:
        reasons.append("it selects JUnit 4 categories")
    launcher = Launcher.JUNIT4 if has_core else Launcher.JUNIT3
    return Launching(launcher=launcher, unsupported=tuple(reasons))


def platform_of(jupiter: str) -> str:
    """Return the JUnit Platform version that matches a Jupiter version: 1.9.3 for 5.9.3, 6.0.1 for 6.0.1."""
    return "1" + jupiter[1:] if jupiter.startswith("5.") else jupiter


def _platform(path: ClassPath, jupiter: str | None, platform: str, fetch: Fetch) -> Launching:
    wanted = [(_PLATFORM, "junit-platform-launcher", platform)]
    if path.version(f"{_PLATFORM}:junit-platform-engine") is None:
        wanted += [(_PLATFORM, "junit-platform-engine", platform)]
        wanted += [(_PLATFORM, "junit-platform-commons", platform)]
    if jupiter is not None and path.version(f"{_JUPITER}:junit-jupiter-engine") is None:
        wanted.append((_JUPITER, "junit-jupiter-engine", jupiter))
    jars: list[str] = []
    for group, name, version in wanted:
        # The project's own version of a jar must stay the only one.
        if path.version(f"{group}:{name}") is not None:
            continue
        jar = fetch(f"{group}:{name}:{version}")
        if jar is None:
            reason = f"{group}:{name}:{version} cannot be had"
            return Launching(launcher=Launcher.PLATFORM, unsupported=(reason,))
        jars.append(jar)
    return Launching(launcher=Launcher.PLATFORM, jars=tuple(dict.fromkeys(jars)))
