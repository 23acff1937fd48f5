"""What the project's own build makes beside class files, kept for our own compiler and launcher."""

import shutil
from pathlib import Path, PurePosixPath

from verifier.builds.module import MAIN, TEST
from verifier.builds.prepared import PreparedBase

_GENERATED = ((MAIN, "generated-sources"), (TEST, "generated-test-sources"))


def keep_outputs(tree: Path, prepared: PreparedBase) -> None:
    """Keep processed resources and generated sources of the module whose tests run."""
    module = prepared.module
    no_classes = shutil.ignore_patterns("*.class")
    for side, output in ((MAIN, module.main_output), (TEST, module.test_output)):
        kept = _emptied(prepared.processed_resources(side))
        if (tree / output).is_dir():
            shutil.copytree(tree / output, kept, ignore=no_classes, dirs_exist_ok=True)
    target = tree / PurePosixPath(module.main_output).parent
    for side, pattern in _GENERATED:
        kept = _emptied(prepared.generated_sources(side))
        for made in sorted((target / pattern).glob("*")):
            # What annotation processors made is left out: they run again where they are allowed to.
            if made.is_dir() and not made.name.endswith("annotations"):
                shutil.copytree(made, kept, dirs_exist_ok=True)


def _emptied(folder: Path) -> Path:
    """A JDK that was tried before may have left something."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
