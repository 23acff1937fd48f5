"""What parts of a commit need on its base, computed in the analysis JVM."""

import json
from typing import Any

from verifier.analysis import jvm
from verifier.analysis.proofs import ProofDesk
from verifier.domain.closure_request import (
    Break,
    BreakKind,
    ClosureAnswer,
    ClosureRequest,
    Declared,
    Lack,
    Need,
)

CLOSURE = "org.refverify.prover.closure"


class ClosureDesk:
    """Asks for closures. Both versions of the last request stay open in the JVM."""

    def __init__(self, proofs: ProofDesk) -> None:
        self._proofs = proofs
        self._desk: Any = None

    def ask(self, request: ClosureRequest) -> ClosureAnswer:
        """Find what the parts lack and what they break.

        Raises:
            RepositoryError: the objects of a commit cannot be read.
        """
        if self._desk is None:
            self._desk = jvm.java(f"{CLOSURE}.ClosureDesk")()
        trees = map(self._proofs.tree, (request.before, request.now, request.after))
        paths = jvm.string_list(request.class_path)
        answer = self._desk.ask(_question(request), *trees, jvm.string(request.near), paths)
        return _answer(json.loads(str(answer)))


def _question(request: ClosureRequest) -> Any:
    part = jvm.java(f"{CLOSURE}.ClosureQuestion$Part")
    return jvm.java(f"{CLOSURE}.ClosureQuestion")(
        jvm.array_list(part(_java(each.after), _java(each.now)) for each in request.parts),
        jvm.strings(request.changed),
        jvm.strings(request.names),
        jvm.tree_map(request.renamed),
    )


def _java(declared: Declared) -> Any:
    return jvm.java(f"{CLOSURE}.Declared")(
        jvm.string(declared.kind),
        jvm.string(declared.file),
        jvm.string(declared.class_name),
        jvm.string(declared.name),
        jvm.string_list(declared.parameter_types),
    )


def _answer(plain: Any) -> ClosureAnswer:
    return ClosureAnswer(
        needs=tuple(
            Need(
                by=each["by"],
                how=Lack(each["how"]),
                key=each["key"],
                declared=_read_declared(each["declared"]),
            )
            for each in plain["needs"]
        ),
        breaks=tuple(
            Break(
                kind=BreakKind(each["kind"]),
                file=each["file"],
                line=each["line"],
                message=each["message"],
                member=each["member"],
                owner=each["owner"],
                at=_read_declared(each["at"]),
            )
            for each in plain["breaks"]
        ),
        unknown=tuple(plain["unknown"]),
    )


def _read_declared(plain: Any) -> Declared | None:
    if plain is None:
        return None
    return Declared(
        kind=plain["kind"],
        file=plain["file"],
        class_name=plain["class"],
        name=plain["name"],
        parameter_types=tuple(plain["parameters"]),
    )
