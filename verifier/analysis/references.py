"""Compare class files in the analysis JVM; its JSON answer becomes domain findings."""

import json
from typing import Any

from verifier.analysis import jvm
from verifier.domain.reach import OF_CLASS, ChangedFiles
from verifier.domain.references import ReferenceFinding, ReferenceKind, ReferenceRequest
from verifier.tools.class_file import class_name

DESK = "org.refverify.references.ReferenceDesk"
CHANGED_METHODS = "org.refverify.references.ChangedMethods"


class ReferenceDesk:
    """Asks for comparisons. The last class path stays open in the JVM."""

    def __init__(self) -> None:
        self._desk: Any = None

    def compare(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        """Find the names that two versions refer to differently; those that are refused come first."""
        if self._desk is None:
            self._desk = jvm.java(DESK)()
        answer = self._desk.compare(
            jvm.string(str(request.before)),
            jvm.string(str(request.changed)),
            jvm.string_list(request.gone),
            jvm.string_list(request.edited),
            jvm.string_list(request.followers),
            jvm.string_list(request.followed),
            jvm.string_list(package.replace(".", "/") for package in request.frameworks),
            jvm.string_list(request.class_path),
            None if request.java_home is None else jvm.string(str(request.java_home)),
        )
        found = (_finding(each) for each in json.loads(str(answer)))
        return tuple(sorted(found, key=lambda finding: not finding.is_refused))


def find_changed_methods(files: ChangedFiles) -> frozenset[str]:
    """Find the methods that differ between two versions of class files; see `Analysis`."""
    between = jvm.java(CHANGED_METHODS).between
    return frozenset(
        f"{class_name(path)}{OF_CLASS}{name!s}"
        for path, versions in files.items()
        for name in between(*map(jvm.content, versions))
    )


def _finding(plain: Any) -> ReferenceFinding:
    return ReferenceFinding(
        kind=ReferenceKind(plain["kind"]),
        group=plain["group"],
        what=plain["what"],
        class_name=plain["className"],
        method=plain["method"],
        source=plain["source"],
        line=plain["line"],
    )
