"""Builds the Java parts before the wheel is packed: a wheel without them could not mine."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("verifier", "resources", "java")
PINS = Path("verifier", "resources", "analysis-classpath.sha256")
OWN_JARS = {
    "common": BUILT / "analysis" / "refverify-common.jar",
    "miner": BUILT / "analysis" / "refverify-miner.jar",
    "runner": BUILT / "runner.jar",
    "fuzzer": BUILT / "fuzzer.jar",
    "prover": BUILT / "analysis" / "refverify-prover.jar",
    "references": BUILT / "analysis" / "refverify-references.jar",
    "context": BUILT / "analysis" / "refverify-context.jar",
    "maven": BUILT / "maven.jar",
    "libraries": BUILT / "analysis" / "refverify-libraries.jar",
    "coverage": BUILT / "analysis" / "refverify-coverage.jar",
}
"""What each module of java_tools leaves in the package."""


class JavaBuildHook(BuildHookInterface[Any]):
    """Runs Maven where a jar is missing or older than its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Leave editable installs alone: `make build` is theirs."""
        if version == "editable":
            return
        root = Path(self.root)
        if stale(root):
            self.app.display_info("building the Java parts with Maven")
            build(root)
        build_data["artifacts"].append(f"/{BUILT.as_posix()}/**/*.jar")


def stale(root: Path) -> bool:
    """Whether a jar is missing, or older than what it is made of."""
    pinned = (line.split("  ")[1] for line in (root / PINS).read_text().splitlines())
    own = [jar for module, jar in OWN_JARS.items() if (root / "java_tools" / module).is_dir()]
    jars = [root / jar for jar in own]
    third_party = [root / BUILT / "analysis" / name for name in pinned]
    if not all(jar.is_file() for jar in (*jars, *third_party)):
        return True
    inputs = [root / "pom.xml", root / PINS]
    inputs += [
        p for p in (root / "java_tools").rglob("*") if p.is_file() and "target" not in p.parts
    ]
    return max(p.stat().st_mtime for p in inputs) > min(jar.stat().st_mtime for jar in jars)


def build(root: Path) -> None:
    """Run Maven; its messages go to the terminal.

    Raises:
        SystemExit: no Maven, or the build failed.
    """
    maven = shutil.which("mvn")
    if maven is None or shutil.which("javac") is None:
        raise SystemExit(
            "The Java parts of refverify are not built, and that needs Maven and a JDK"
            " (17 or newer), which are not on this machine's PATH.\n"
            "On Debian and Ubuntu: apt-get install maven openjdk-17-jdk-headless"
        )
    done = subprocess.run([maven, "-q", "-B", "package"], cwd=root, check=False)
    if done.returncode != 0:
        raise SystemExit(f"`mvn package` in {root} ended with status {done.returncode}, see above")
