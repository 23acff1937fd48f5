"""The class files of trees of one base: what is compiled, and how often."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import JOB_TREE, BuildRequest
from verifier.builds.measuring.class_files import ClassBuild
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits

BASE = BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base")
CANDIDATE = replace(
    BASE, overlay=Overlay(files={"src/main/java/p/A.java": b"class A {}"}), label="candidate"
)
MADE = make_result({"tree/target/classes/p/A.class": b"A"})


def open_class_build(sandbox: ScriptedSandbox) -> ClassBuild:
    """For a base that only the project's own build compiles."""
    prepared = replace(PREPARED, direct_refusal="its pom configures annotation processors")
    return ClassBuild(prepared, sandbox, BASE, lambda: None)


def test_the_base_is_compiled_once_to_choose_who_compiles_and_to_have_its_classes() -> None:
    sandbox = ScriptedSandbox(result=MADE)
    classes = open_class_build(sandbox)

    assert classes.classes(BASE).main == {"p/A.class": b"A"}
    assert classes.toolchain().strategy == "maven"
    assert classes.classes(BASE).main == {"p/A.class": b"A"}
    assert [job.label for job in sandbox.jobs] == ["classes base"]


def test_a_base_that_does_not_compile_is_refused_with_the_place_of_its_first_error() -> None:
    said = f"[ERROR] /job/{JOB_TREE}/src/test/java/p/ATest.java:[4,9] cannot find \x1b symbol\n".encode()
    sandbox = ScriptedSandbox(result=replace(make_result({}, status=1), output=said))

    with pytest.raises(BaseInvalidError) as refused:
        open_class_build(sandbox).toolchain()
    assert refused.value.message == (
        "the base commit does not compile: src/test/java/p/ATest.java:4: cannot find \\x1b symbol"
    )


def test_a_candidate_is_compiled_beside_it_once_for_all_who_ask() -> None:
    sandbox = ScriptedSandbox(result=MADE)
    classes = open_class_build(sandbox)

    classes.classes(CANDIDATE)
    classes.classes(CANDIDATE)

    assert [job.label for job in sandbox.jobs] == ["classes base", "classes candidate"]
