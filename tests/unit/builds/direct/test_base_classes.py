"""The class files of the base that a candidate changes."""

from dataclasses import replace
from pathlib import Path

from verifier.builds.described.module import MAIN, TEST
from verifier.builds.direct.base_classes import BaseClasses


def test_changed_files_are_class_files_of_main_code_that_differ_or_are_gone() -> None:
    main = {"p/A.class": b"1", "p/B.class": b"1", "p/C.class": b"1", "p/text.txt": b"1"}
    base = BaseClasses(folder=Path("/base"), classes={MAIN: main, TEST: {"p/T.class": b"1"}})
    now = {"p/A.class": b"2", "p/B.class": b"1", "p/New.class": b"1", "p/text.txt": b"2"}
    candidate = replace(base.compilation(), classes={MAIN: now, TEST: {"p/T.class": b"2"}})

    assert base.changed_files(candidate) == {"p/A.class": (b"1", b"2"), "p/C.class": (b"1", None)}
