"""Find the jars that build files ask for, with Maven's own libraries in the analysis JVM."""

import json
from pathlib import Path
from typing import Any

from verifier.analysis import jvm
from verifier.domain.libraries import (
    FoundLibrary,
    LibraryAnswer,
    LibraryPlaces,
    LibraryRequest,
    MissingLibrary,
    Origin,
)

PACKAGE = "org.refverify.libraries"
_ORIGINS = {"local": Origin.LOCAL, "gradle": Origin.GRADLE, "fetched": Origin.FETCHED}


class LibraryDesk:
    """Asks for libraries. The JVM keeps what Maven's resolver has read of repositories."""

    def __init__(self) -> None:
        self._desk: Any = None

    def find(self, request: LibraryRequest) -> LibraryAnswer:
        """Find the jars, and report missing ones. No code that the poms name is run."""
        if self._desk is None:
            self._desk = jvm.java(f"{PACKAGE}.LibraryDesk")()
        answer = self._desk.find(
            jvm.tree_map({path: pom.decode("iso-8859-1") for path, pom in request.poms.items()}),
            jvm.string_list(request.modules),
            request.changed,
            _places(request.places),
        )
        return answer_of(json.loads(str(answer)))


def answer_of(plain: dict[str, Any]) -> LibraryAnswer:
    """Convert the JSON of the Java side into the domain's answer."""
    return LibraryAnswer(
        jars=tuple(
            (
                Path(each["path"]),
                FoundLibrary(coordinates=each["coordinates"], origin=_ORIGINS[each["origin"]]),
            )
            for each in plain["jars"]
        ),
        missing=tuple(
            MissingLibrary(coordinates=each["coordinates"], why=each["why"])
            for each in plain["missing"]
        ),
        notes=tuple(plain["notes"]),
    )


def _places(places: LibraryPlaces) -> Any:
    return jvm.java(f"{PACKAGE}.Places")(
        jvm.string(str(places.repository)),
        jvm.string(str(places.gradle)),
        jvm.string_list(places.settings),
        jvm.tree_map(places.environment),
        None if places.trusted is None else jvm.string(str(places.trusted)),
        jvm.string(places.java) if places.java else None,
        places.fetch,
    )
