"""Which candidates are compared at all, and which are the base's own code."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.class_files import class_file
from tests.support.prepared_bases import MODULE
from verifier.builds.direct.base_classes import BaseClasses
from verifier.builds.direct.same_code import BASE_CODE, code_of
from verifier.builds.module import MAIN, TEST, Module, ResourceFolder
from verifier.builds.overlay import Overlay
from verifier.builds.strategy import Request
from verifier.sandbox.base import Limits

SOURCE = "core/src/main/java/p/A.java"
CORE = replace(
    MODULE, folder="core", sources=("core/src/main/java",), resources=(), test_resources=()
)
OLD, OTHER_WORDS = class_file("p/A"), class_file("p/A", mentions="a line")
NEW = class_file("p/A", java=11)


def code(
    main: Mapping[str, bytes],
    *,
    overlay: Mapping[str, bytes | None] | None = None,
    test: bytes = b"..p/A..",
    modules: Sequence[Module] = (CORE,),
    recorded: bool = False,
) -> str | None:
    base = BaseClasses(
        folder=Path("/base"), classes={MAIN: {"p/A.class": OLD}, TEST: {"p/ATest.class": test}}
    )
    files = {SOURCE: b"class A {}"} if overlay is None else overlay
    request = Request(overlay=Overlay(files=files), limits=Limits(), recorded=recorded)
    made = replace(base.compilation(), classes={MAIN: main, TEST: {"p/ATest.class": test}})
    return code_of(request, made, base, modules)


def test_constants_that_nothing_uses_make_no_other_code() -> None:
    assert OTHER_WORDS != OLD
    assert code({"p/A.class": OTHER_WORDS}) == BASE_CODE


def test_other_code_has_a_digest_of_its_own() -> None:
    found = code({"p/A.class": NEW})

    assert found
    assert found != code({"p/A.class": class_file("p/A", java=17)})


@pytest.mark.parametrize(
    "files",
    [
        {SOURCE: b"", "core/src/main/resources/a.txt": b""},
        {SOURCE: b"", "core/src/test/java/p/ATest.java": b""},
        {SOURCE: None},
    ],
)
def test_whatever_is_no_edited_source_of_main_code_keeps_from_comparing(
    files: Mapping[str, bytes | None],
) -> None:
    assert code({"p/A.class": OLD}, overlay=files) is None


def test_a_class_more_or_one_that_is_not_understood_keeps_from_comparing() -> None:
    assert code({"p/A.class": OLD, "p/B.class": OLD}) is None
    assert code({"p/A.class": b"no class"}) is None


@pytest.mark.parametrize(
    "test", [b'.."src/main/java/p/A.java"..', b"..\x01\x00\x03src..", b"/src/"]
)
def test_where_tests_name_the_folder_of_the_sources_nothing_is_compared(test: bytes) -> None:
    assert code({"p/A.class": OLD}, test=test) is None


def test_where_sources_are_resources_or_lines_are_recorded_nothing_is_compared() -> None:
    for folder in ("core/src/main/java", "core/src", "."):
        served = replace(CORE, resources=(ResourceFolder(folder=folder),))
        assert code({"p/A.class": OLD}, modules=(served,)) is None
    assert code({"p/A.class": OLD}, recorded=True) is None
