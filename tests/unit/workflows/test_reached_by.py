"""`show` tells which tests of the base run an instance's methods, where the cache knows it."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.instances import make_mined
from verifier.builds.evidence.reach_maps import keep_reach
from verifier.cli.main import cli
from verifier.domain.instance import Instance, StableId
from verifier.domain.reach import ReachMap
from verifier.domain.refactoring import MethodId
from verifier.tools.records import to_json
from verifier.workflows.reached_by import CLASSES_SHOWN, list_reaching

METHOD = MethodId.parse("p.A#f(int)")
HOSTILE = "p.T#\x1b[2Jb"


def instance() -> Instance:
    made = make_mined()
    return replace(made, before=replace(made.before, method=METHOD, partner=None))


def keep(cache: Path, *tests: str, places: str) -> None:
    found = ReachMap(tests=tests, methods={"p.A#f(I)V": places})
    keep_reach(cache, instance().parent, StableId.of("measurement"), lambda: found)


def test_nothing_is_said_of_a_base_that_was_not_recorded(tmp_path: Path) -> None:
    assert list(list_reaching(instance(), tmp_path)) == []


def test_test_classes_are_counted_and_in_full_tests_are_named(tmp_path: Path) -> None:
    keep(tmp_path, "p.T#a", HOSTILE, "p.U#c", "p.V#d", "", places="0-2")

    assert list(list_reaching(instance(), tmp_path)) == [
        "p.A#f(int): 3 tests of 4",
        "  p.T (2)",
        "  p.U (1)",
    ]
    in_full = list(list_reaching(instance(), tmp_path, in_full=True))
    assert in_full[1:] == ["  p.T#a", "  p.T#\\x1b[2Jb", "  p.U#c"]


def test_a_method_that_no_test_runs_is_said_to_be_so(tmp_path: Path) -> None:
    keep(tmp_path, "p.T#a", places="")

    assert list(list_reaching(instance(), tmp_path)) == ["p.A#f(int): 0 tests of 1"]


def test_the_map_of_another_module_says_nothing_of_it(tmp_path: Path) -> None:
    other = ReachMap(tests=("q.T#a",), methods={"q.B#g()V": "0"})
    keep_reach(tmp_path, instance().parent, StableId.of("other"), lambda: other)

    assert list(list_reaching(instance(), tmp_path)) == []
    keep(tmp_path, "p.T#a", places="0")
    assert next(list_reaching(instance(), tmp_path)) == "p.A#f(int): 1 test of 1"


def test_many_classes_are_cut(tmp_path: Path) -> None:
    keep(tmp_path, *(f"p.T{n}#a" for n in range(20)), places="0-19")

    assert list(list_reaching(instance(), tmp_path))[CLASSES_SHOWN + 1 :] == [
        "  ... and 8 more classes"
    ]


def test_show_prints_it_behind_the_instance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    keep(tmp_path / "cache", "p.T#a", places="0")
    file = tmp_path / "instances.jsonl"
    file.write_text(to_json(instance()) + "\n")

    words = ["show", instance().id, "-i", str(file)]

    assert (
        CliRunner()
        .invoke(cli, words)
        .output.endswith(
            "\nTests of the base that run its methods\np.A#f(int): 1 test of 1\n  p.T (1)\n"
        )
    )
