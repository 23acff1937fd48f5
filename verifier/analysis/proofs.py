"""The prover in the analysis JVM; its JSON answer becomes a domain proof."""

import json
from collections.abc import Callable, Mapping
from typing import Any, assert_never

import jpype

from verifier.analysis import jvm
from verifier.analysis.git_directory import object_home
from verifier.domain.libraries import NameShare
from verifier.domain.proof import (
    CodePlace,
    CompileError,
    Condition,
    ConditionKind,
    Difference,
    DifferenceReason,
    ErrorSide,
    InputKind,
    InputValue,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)
from verifier.domain.proof_request import (
    ClassVersion,
    CommitSources,
    FolderSources,
    ProofRequest,
    SourceVersion,
)
from verifier.domain.refactoring import MethodId
from verifier.errors import InputError, RepositoryError

COMPILE = "org.refverify.prover.compile"
UNREADABLE = "org.refverify.prover.world.UnreadableClass"


class ProofDesk:
    """Asks the prover. The last class path and the last commit stay open in the JVM."""

    def __init__(self) -> None:
        self._desk: Any = None

    def prove(self, request: ProofRequest) -> Proof:
        """Ask for the proof of a change.

        Raises:
            RepositoryError: the objects of a commit cannot be read.
            InputError: a class file cannot be read.
        """
        try:
            answer = self._ask(request)
        except jpype.JException as error:
            if str(error.getClass().getName()) != UNREADABLE:
                raise
            raise self._unreadable(error, request) from error
        return proof_of(json.loads(str(answer)))

    def _ask(self, request: ProofRequest) -> Any:
        match request.before, request.after:
            case SourceVersion() as before, SourceVersion() as after:
                return self._sources(before, after, request)
            case ClassVersion() as before, ClassVersion() as after:
                return self._classes(before, after, request)
            case _:
                raise InputError("sources cannot be compared with class files")

    def _unreadable(self, error: Any, request: ProofRequest) -> InputError:
        """The error for an invalid class file of a version or of the class path."""
        sides = (request.before, request.after)
        own = [f for side in sides if isinstance(side, ClassVersion) for f in side.folders]
        folders = jvm.string_list([*own, *request.class_path])
        return InputError(
            f"{self._java.place(error, folders)} {error.why()}",
            hint="Give class files as a compiler leaves them.",
        )

    def forget(self) -> None:
        """Drop what the JVM keeps of the last change."""
        if self._desk is not None:
            self._desk.forget()

    @property
    def _java(self) -> Any:
        if self._desk is None:
            self._desk = jvm.java(f"{COMPILE}.ProofDesk")()
        return self._desk

    def _sources(self, before: SourceVersion, after: SourceVersion, request: ProofRequest) -> Any:
        trees = (self.tree(before), self.tree(after))
        kind, changed = jvm.java(f"{COMPILE}.SourceChange"), request.changed
        change = (
            kind.between(*trees)
            if changed is None
            else kind(
                *trees,
                jvm.strings(changed.sources),
                jvm.tree_map(changed.other_before),
                jvm.tree_map(changed.other_after),
            )
        )
        return self._java.sources(
            change, jvm.string_list(request.class_path), _home(request), _beliefs(request)
        )

    def _classes(self, before: ClassVersion, after: ClassVersion, request: ProofRequest) -> Any:
        return self._java.classes(
            jvm.string_list(before.folders),
            jvm.string_list(after.folders),
            jvm.tree_map(request.changed.other_before if request.changed else {}),
            jvm.tree_map(request.changed.other_after if request.changed else {}),
            jvm.string_list(request.class_path),
            _home(request),
            _beliefs(request),
        )

    def tree(self, version: SourceVersion) -> Any:
        """Load a version's sources into the JVM. The last commits stay open there.

        Raises:
            RepositoryError: the objects of a commit cannot be read.
        """
        root = self._root(version.root)
        if not version.changes:
            return root
        texts = {path: text for path, text in version.changes.items() if text is not None}
        removed = frozenset(version.changes) - frozenset(texts)
        return self._java.changed(root, jvm.tree_map(texts), jvm.strings(removed))

    def _root(self, root: CommitSources | FolderSources) -> Any:
        match root:
            case CommitSources(repository=repository, commit=commit):
                home = jvm.string(str(object_home(repository)))
                return _readable(lambda: self._java.commit(home, jvm.string(commit)), commit)
            case FolderSources(folder=folder):
                return self._java.folder(jvm.string(str(folder)))
            case _:
                assert_never(root)


def _readable(read: Callable[[], Any], what: str) -> Any:
    try:
        return read()
    except jpype.JException as error:
        raise RepositoryError(f"{what}: {error.getMessage() or error}") from error


def _home(request: ProofRequest) -> Any:
    return None if request.java_home is None else jvm.string(str(request.java_home))


def _beliefs(request: ProofRequest) -> Any:
    return jvm.java(f"{COMPILE}.Beliefs")(
        jvm.array_list(_method(hint.before) for hint in request.hints),
        jvm.array_list(_method(hint.after) for hint in request.hints),
        jvm.array_list(_method(method) for method in request.refactored),
    )


def _method(method: MethodId) -> Any:
    return jvm.java(f"{COMPILE}.SourceMethod")(
        jvm.string(method.class_name),
        jvm.string(method.name),
        jvm.string_list(method.parameter_types),
    )


def proof_of(plain: Mapping[str, Any]) -> Proof:
    """Convert the prover's JSON into the domain's proof."""
    return Proof(
        outcome=ProofOutcome(plain["outcome"]),
        methods=tuple(_method_proof(each) for each in plain["methods"]),
        residue=tuple(
            ResidueItem(
                kind=ResidueKind(each["kind"]),
                where=each["where"],
                before=each["before"],
                after=each["after"],
            )
            for each in plain["residue"]
        ),
        conditions=tuple(
            Condition(kind=ConditionKind(each["kind"]), where=each["where"], why=each["why"])
            for each in plain["conditions"]
        ),
        assumptions=tuple(plain["assumptions"]),
        compile_errors=tuple(_compile_error(each) for each in plain["compileErrors"]),
        names=NameShare(**plain["names"]) if plain["names"]["asked"] else None,
    )


def _compile_error(plain: Mapping[str, Any]) -> CompileError:
    return CompileError(
        side=ErrorSide(plain["side"]),
        message=plain["message"],
        file=plain["file"],
        line=plain["line"],
        certain=plain["certain"],
        doubt=plain["doubt"],
    )


def _method_proof(plain: Mapping[str, Any]) -> MethodProof:
    difference = plain["difference"]
    return MethodProof(
        status=MethodStatus(plain["status"]),
        before=plain["before"],
        after=plain["after"],
        stepped_before=tuple(plain["steppedBefore"]),
        stepped_after=tuple(plain["steppedAfter"]),
        difference=None if difference is None else _difference(difference),
    )


def _difference(plain: Mapping[str, Any]) -> Difference:
    return Difference(
        reason=DifferenceReason(plain["reason"]),
        message=plain["message"],
        before=_place(plain["before"]),
        after=_place(plain["after"]),
        before_event=plain["beforeEvent"],
        after_event=plain["afterEvent"],
        path=tuple(plain["path"]),
        values=tuple(_input_value(each) for each in plain["values"]),
    )


def _input_value(plain: Mapping[str, Any]) -> InputValue:
    return InputValue(
        parameter=plain["parameter"],
        steps=tuple(plain["steps"]),
        kind=InputKind(plain["kind"]),
        value=plain["value"],
    )


def _place(plain: Mapping[str, Any] | None) -> CodePlace | None:
    if plain is None:
        return None
    return CodePlace(
        class_name=plain["class"], method=plain["method"], path=plain["path"], line=plain["line"]
    )
