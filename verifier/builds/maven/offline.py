"""Run Maven offline in the sandbox on a prepared base: its mounts and common options."""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import ENVIRONMENT
from verifier.builds.maven.user_files import nobodys_words, user_files
from verifier.builds.maven.words import LeftOut, place
from verifier.sandbox.base import SYSTEM_PATH, Mount, Sandbox
from verifier.tools.build_jvm import JVM_OPTIONS
from verifier.tools.maven import offline_words, skip_options


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflineMaven:
    """What a job with this Maven consists of, apart from its tree and its goal."""

    mounts: tuple[Mount, ...]
    words: tuple[str, ...]
    """The program and the options that every job has."""
    files: Mapping[str, bytes]
    env: Mapping[str, str]


def offline_maven(prepared: PreparedBase, sandbox: Sandbox) -> OfflineMaven:
    """Return the Maven, the JDK and the dependencies of a base, as its jobs see them."""
    jdk = Mount(name="jdk", source=prepared.jdk.home)
    maven = Mount(name="maven", source=prepared.tool.home)
    repository = Mount(name="repository", source=prepared.libraries)
    java_home = sandbox.path_of(jdk)
    left_out = LeftOut.of(prepared)
    return OfflineMaven(
        mounts=(jdk, maven, repository, *left_out.mounts),
        words=(
            f"{sandbox.path_of(maven)}/bin/mvn",
            *nobodys_words(prepared.tool.home),
            *offline_words(sandbox.path_of(repository)),
            *skip_options(),
            *left_out.words(sandbox.path_of),
            *place(prepared.root),
        ),
        files=user_files(prepared.jdk, java_home),
        env={
            **ENVIRONMENT,
            "JAVA_HOME": java_home,
            "MAVEN_OPTS": JVM_OPTIONS,
            # Some builds start `java` by its name.
            "PATH": f"{java_home}/bin:{SYSTEM_PATH}",
        },
    )
