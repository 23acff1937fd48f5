"""The context of methods in a tree, read by Eclipse JDT in the analysis JVM as a JSON record."""

import json
from typing import Any

from verifier.analysis import jvm
from verifier.analysis.proofs import ProofDesk
from verifier.domain.context import (
    Bindings,
    ContextLimits,
    InstanceContext,
    LookedFor,
    SurroundingsRequest,
)
from verifier.domain.proof_request import SourceVersion
from verifier.tools.records import from_json

PACKAGE = "org.refverify.context"


class ContextDesk:
    """Asks for context. The JVM keeps what the next commit is likely to share."""

    def __init__(self, proofs: ProofDesk) -> None:
        self._proofs = proofs
        self._desk: Any = None

    def surroundings(self, request: SurroundingsRequest) -> InstanceContext:
        """Describe the context of the methods.

        Raises:
            RepositoryError: the objects of a commit cannot be read.
        """
        home = request.java_home
        answer = self._java.surroundings(
            self._proofs.tree(SourceVersion(root=request.root)),
            jvm.array_list(map(_to_java, request.methods)),
            jvm.string_list(request.class_path or ()),
            None if home is None else jvm.string(str(home)),
            _limits(request.limits),
        )
        return context_of(json.loads(str(answer)), has_class_path=request.class_path is not None)

    @property
    def _java(self) -> Any:
        if self._desk is None:
            self._desk = jvm.java(f"{PACKAGE}.ContextDesk")()
        return self._desk


def context_of(plain: dict[str, Any], *, has_class_path: bool) -> InstanceContext:
    """Convert the JSON of the Java side. The unresolved share is None if no names were looked up."""
    asked, unresolved = plain["names_asked"], plain["names_unresolved"]
    fields = {
        **plain,
        "bindings": Bindings.FULL if has_class_path else Bindings.SOURCES,
        "unresolved_share": round(unresolved / asked, 4) if asked else None,
    }
    return from_json(InstanceContext, json.dumps(fields))


def _to_java(wanted: LookedFor) -> Any:
    method = wanted.method
    return jvm.java(f"{PACKAGE}.LookedFor")(
        jvm.string(wanted.file),
        jvm.string(method.class_name),
        jvm.string(method.name),
        jvm.string_list(method.parameter_types),
        wanted.line,
    )


def _limits(limits: ContextLimits) -> Any:
    return jvm.java(f"{PACKAGE}.ReadingLimits")(
        limits.entries, limits.characters, limits.all_characters, limits.files, limits.paths
    )
