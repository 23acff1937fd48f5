"""What stands around methods of a tree, read by Eclipse JDT in the analysis JVM: its JSON is the record."""

import json
from collections.abc import Iterable
from typing import Any, assert_never

import jpype

from verifier.analysis import jvm
from verifier.analysis.git_directory import object_home
from verifier.domain.context import (
    Bindings,
    ContextLimits,
    InstanceContext,
    LookedFor,
    SurroundingsRequest,
)
from verifier.domain.proof_request import CommitSources, FolderSources
from verifier.errors import RepositoryError
from verifier.tools.records import from_json

PACKAGE = "org.refverify.context"


class ContextDesk:
    """Asks for surroundings; what the next commit is likely to share stays in the JVM."""

    def __init__(self) -> None:
        self._desk: Any = None

    def surroundings(self, request: SurroundingsRequest) -> InstanceContext:
        """What stands around the methods.

        Raises:
            RepositoryError: the objects of a commit cannot be read.
        """
        home = request.java_home
        answer = self._java.surroundings(
            self._tree(request.root),
            _list(_looked_for(each) for each in request.methods),
            _list(jvm.string(str(path)) for path in request.class_path or ()),
            None if home is None else jvm.string(str(home)),
            _limits(request.limits),
        )
        return context_of(json.loads(str(answer)), has_class_path=request.class_path is not None)

    @property
    def _java(self) -> Any:
        if self._desk is None:
            self._desk = jvm.java(f"{PACKAGE}.ContextDesk")()
        return self._desk

    def _tree(self, root: CommitSources | FolderSources) -> Any:
        match root:
            case CommitSources(repository=repository, commit=commit):
                place = jvm.string(str(object_home(repository)))
                try:
                    return self._java.commit(place, jvm.string(commit))
                except jpype.JException as error:
                    raise RepositoryError(f"{commit}: {error.getMessage() or error}") from error
            case FolderSources(folder=folder):
                return self._java.folder(jvm.string(str(folder)))
            case _:
                assert_never(root)


def context_of(plain: dict[str, Any], *, has_class_path: bool) -> InstanceContext:
    """The record from the JSON of the Java side; without names there is no share."""
    asked, unresolved = plain["names_asked"], plain["names_unresolved"]
    told = {
        **plain,
        "bindings": Bindings.FULL if has_class_path else Bindings.SOURCES,
        "unresolved_share": round(unresolved / asked, 4) if asked else None,
    }
    return from_json(InstanceContext, json.dumps(told))


def _looked_for(wanted: LookedFor) -> Any:
    method = wanted.method
    return jvm.java(f"{PACKAGE}.LookedFor")(
        jvm.string(wanted.file),
        jvm.string(method.class_name),
        jvm.string(method.name),
        _list(map(jvm.string, method.parameter_types)),
        wanted.line,
    )


def _limits(limits: ContextLimits) -> Any:
    return jvm.java(f"{PACKAGE}.ReadingLimits")(
        limits.entries, limits.characters, limits.all_characters, limits.files, limits.paths
    )


def _list(values: Iterable[Any]) -> Any:
    found = jvm.java("java.util.ArrayList")()
    for value in values:
        found.add(value)
    return found
