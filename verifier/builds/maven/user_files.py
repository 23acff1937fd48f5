"""The files that Maven looks for in its user's home and its own, laid out beside the tree of a job in the sandbox."""

from collections.abc import Mapping
from pathlib import Path

from verifier.tools.jdk import Jdk
from verifier.tools.maven_toolchains import toolchains

SETTINGS = "settings.xml"
TOOLCHAINS = "toolchains.xml"
EMPTY = b"<settings/>\n"


def user_files(jdk: Jdk, seen_at: str, settings: bytes = EMPTY) -> Mapping[str, bytes]:
    """Their content for a job that sees its JDK at a folder."""
    return {SETTINGS: settings, TOOLCHAINS: toolchains(jdk, seen_at)}


def user_words(maven: Path) -> tuple[str, ...]:
    """What says to the Maven at a home that it shall read these.

    Toolchains of the machine name folders that a job does not have, and Maven refuses all where one is missing.
    Those before 3.3.1 know none, and not the option.
    """
    of_machine = (maven / "conf" / TOOLCHAINS).is_file()
    replaced = ("-gt", f"../{TOOLCHAINS}") if of_machine else ()
    return ("-s", f"../{SETTINGS}", "-t", f"../{TOOLCHAINS}", *replaced)


def nobodys_words(maven: Path) -> tuple[str, ...]:
    """The same, and no settings of the machine."""
    return (*user_words(maven), "-gs", f"../{SETTINGS}")
