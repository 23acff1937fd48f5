"""The jars of the analysis JVM, which the Maven build puts into the package."""

from importlib import resources
from pathlib import Path

from verifier.config import own_distances
from verifier.errors import MissingToolError

PINS = "analysis-classpath.sha256"
OWN_JARS = (
    "refverify-miner.jar",
    "refverify-common.jar",
    "refverify-prover.jar",
    "refverify-references.jar",
    "refverify-context.jar",
    "refverify-coverage.jar",
    "refverify-libraries.jar",
)
FOLDER = ("java", "analysis")


def resource_folder() -> Path:
    """The package's folder of files other than Python."""
    return Path(str(resources.files("verifier"))) / "resources"


def read_pins() -> dict[str, str]:
    """SHA-256 of every third-party jar by file name, in the format of sha256sum."""
    lines = (resource_folder() / PINS).read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def jars() -> tuple[Path, ...]:
    """The whole class path.

    Our jars come first, so that `LevenshteinDistance` in refverify-miner.jar hides the one of
    commons-text, which computes the same numbers more slowly. `REFVERIFY_ANALYSIS_DISTANCES=off`
    puts them last.

    Raises:
        MissingToolError: a jar is missing.
    """
    folder = resource_folder().joinpath(*FOLDER)
    names = (
        (*OWN_JARS, *sorted(read_pins())) if own_distances() else (*sorted(read_pins()), *OWN_JARS)
    )
    wanted = [folder / name for name in names]
    missing = [jar.name for jar in wanted if not jar.is_file()]
    if missing:
        raise MissingToolError(
            f"the analysis class path lacks {', '.join(missing)}",
            hint="In a checkout run `make build`; otherwise install refverify again.",
        )
    return tuple(wanted)
