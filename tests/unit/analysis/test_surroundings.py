"""The record of what stands around methods, from the JSON of the Java side."""

import json
from typing import Any

from tests.support.contexts import CONTEXT
from verifier.analysis.surroundings import context_of
from verifier.domain.context import Bindings
from verifier.tools.records import to_json

PLAIN: dict[str, Any] = {
    key: value
    for key, value in json.loads(to_json(CONTEXT)).items()
    if key not in {"bindings", "unresolved_share", "schema"}
}


def test_the_record_says_what_names_were_bound_against() -> None:
    assert context_of(PLAIN, has_class_path=False) == CONTEXT
    assert context_of(PLAIN, has_class_path=True).bindings is Bindings.FULL


def test_where_no_name_was_asked_there_is_no_share() -> None:
    nothing = {**PLAIN, "names_asked": 0, "names_unresolved": 0}

    assert context_of(nothing, has_class_path=False).unresolved_share is None
