"""The files that a sandbox job uses instead of those in the user's `.m2` and in Maven's `conf`."""

from collections.abc import Mapping
from pathlib import Path

from verifier.tools.jdk import Jdk
from verifier.tools.maven_toolchains import toolchains

_SETTINGS = "settings.xml"
_TOOLCHAINS = "toolchains.xml"
_EMPTY = b"<settings/>\n"


def user_files(jdk: Jdk, seen_at: str, settings: bytes = _EMPTY) -> Mapping[str, bytes]:
    """Return these files by name, for a job that sees its JDK at a folder."""
    return {_SETTINGS: settings, _TOOLCHAINS: toolchains(jdk, seen_at)}


def user_words(maven: Path) -> tuple[str, ...]:
    """Return the options that make a Maven read these files instead of its user's.

    The machine's toolchains are replaced too: they name folders that a job does not have, and Maven
    refuses all of them if one is missing. Maven before 3.3.1 has no such file and does not know the
    option.
    """
    of_machine = (maven / "conf" / _TOOLCHAINS).is_file()
    replaced = ("-gt", f"../{_TOOLCHAINS}") if of_machine else ()
    return ("-s", f"../{_SETTINGS}", "-t", f"../{_TOOLCHAINS}", *replaced)


def nobodys_words(maven: Path) -> tuple[str, ...]:
    """Return the same options, with our settings in place of the machine's too."""
    return (*user_words(maven), "-gs", f"../{_SETTINGS}")
