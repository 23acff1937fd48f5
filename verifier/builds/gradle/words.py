"""The Gradle command line: our init script, its properties, and our paths outside the tree."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources

from verifier.builds.described.module import Module
from verifier.builds.described.module_graph import relative_folder
from verifier.domain.paths import ROOT
from verifier.tools.gradle import plain_words

SCRIPT = "refverify.gradle"
OUT = "out"
"""The folder above the tree that the init script writes to."""
REPORTS, MODEL = f"{OUT}/reports", f"{OUT}/model"
MADE, GENERATED = f"{OUT}/made", f"{OUT}/generated"


WITH_JDK = 'PATH="$JAVA_HOME/bin:$PATH"; export PATH'
"""Shell command for builds that start a `javac` by its name."""


def init_script() -> bytes:
    """Return the init script; its header says what it does."""
    return resources.files("verifier.builds.gradle").joinpath(SCRIPT).read_bytes()


def place_of(module: Module) -> str:
    """Return where the init script copies a project's outputs, below `MADE` and `GENERATED`."""
    inside = module.folder.replace("%", "%25").replace("/", "%2F")
    return "%2E" if module.folder == ROOT else inside


def build_words(
    version: str,
    tasks: Sequence[str],
    properties: Mapping[str, Sequence[str]],
    root: str,
    users: Iterable[str] = (),
) -> tuple[str, ...]:
    """Return the arguments of one build; its root (a folder of the tree) is the current directory.

    `users` are the user's init scripts, which are next to ours.
    """
    above, tree = relative_folder(root, ".."), relative_folder(root, ROOT)
    given = {"out": [f"{above}/{OUT}"], "tree": [tree] if tree != ROOT else [], **properties}
    return (
        *(word for name in users for word in ("-I", f"{above}/{name}")),
        *plain_words(version),
        *("-I", f"{above}/{SCRIPT}"),
        *(f"-Drefverify.{name}=" + "\n".join(values) for name, values in given.items() if values),
        *tasks,
    )
