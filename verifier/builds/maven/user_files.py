"""The files that Maven looks for in its user's home, laid out beside the tree of a job in the sandbox."""

from collections.abc import Mapping

from verifier.tools.jdk import Jdk
from verifier.tools.maven_toolchains import toolchains

SETTINGS = "settings.xml"
TOOLCHAINS = "toolchains.xml"
EMPTY = b"<settings/>\n"
WORDS = ("-s", f"../{SETTINGS}", "-t", f"../{TOOLCHAINS}")
"""What says to Maven that it shall read these."""
NOBODYS = (*WORDS, "-gs", f"../{SETTINGS}")
"""The same, and no settings of this machine."""


def user_files(jdk: Jdk, seen_at: str, settings: bytes = EMPTY) -> Mapping[str, bytes]:
    """Their content for a job that sees its JDK at a folder."""
    return {SETTINGS: settings, TOOLCHAINS: toolchains(jdk, seen_at)}
