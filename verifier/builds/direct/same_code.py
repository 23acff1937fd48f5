"""Whether two candidates of one base are the same code, so that one's tests speak for the other's.

Compared are class files that our own compiler made where no code of a candidate runs, whole but for what
debuggers read. Whatever else a test might see of a candidate keeps it from being compared at all.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath

from verifier.builds.compilation import Compilation
from verifier.builds.direct.base_classes import BaseClasses
from verifier.builds.direct.code_digest import code_digest
from verifier.builds.module import MAIN, TEST, Module
from verifier.builds.strategy import Request
from verifier.domain.instance import StableId

BASE_CODE = ""
"""The digest of a candidate whose code is the base's."""


def code_of(
    request: Request, compilation: Compilation, base: BaseClasses, module: Module
) -> str | None:
    """A digest of what a candidate's main classes do otherwise than the base's; `BASE_CODE` where nothing.

    None where it cannot be told, or is not all: the candidate deletes or makes a source, changes a test,
    a resource or anything else than a source of main code; tests may read sources; lines are recorded.
    """
    if request.recorded or not compilation.compiled or _reads_sources(compilation, module):
        return None
    if not _is_comparable(request.overlay.files, module):
        return None
    old, new = base.classes[MAIN], compilation.classes[MAIN]
    if old.keys() != new.keys() or base.classes[TEST] != compilation.classes[TEST]:
        return None
    found: list[str] = []
    for path in sorted(new):
        if old[path] != new[path]:
            before, after = code_digest(old[path]), code_digest(new[path])
            if before is None or after is None:
                return None
            if before != after:
                found += (path, after)
    return str(StableId.of(*found)) if found else BASE_CODE


def _is_comparable(files: Mapping[str, bytes | None], module: Module) -> bool:
    """Whether these are edited sources of main code alone, and no test finds their text on the class path."""
    sources = tuple(f"{folder}/" for folder in module.sources if folder != ".")
    resources = [r.folder for r in (*module.resources, *module.test_resources)]
    served = tuple("" if folder == "." else f"{folder}/" for folder in resources)
    return all(
        content is not None
        and path.endswith(".java")
        and path.startswith(sources)
        and not path.startswith(served)
        for path, content in files.items()
    )


def _reads_sources(compilation: Compilation, module: Module) -> bool:
    """Whether a class of the tests names the folder in which main sources lie."""
    # Tests run in their module's folder, and name what is below it.
    inside = (folder.removeprefix(f"{module.folder}/") for folder in module.sources)
    heads = {PurePosixPath(folder).parts[0] for folder in inside if folder != "."}
    words = [w for h in heads for w in (h.encode() + b"/", _alone(h))]
    return any(word in content for content in compilation.classes[TEST].values() for word in words)


def _alone(text: str) -> bytes:
    """A text that is a constant by itself."""
    return b"\x01" + len(text.encode()).to_bytes(2, "big") + text.encode()
