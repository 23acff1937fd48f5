"""Classes of one name in two modules: neither is evidence for the other."""

from collections.abc import Mapping

import pytest

from verifier.builds.builder import ClassFiles
from verifier.builds.described.compilation import of_side
from verifier.builds.evidence.twin_classes import (
    explain_twins,
    find_changed_twins,
    find_misleading_twin,
    twins_of,
    unlike_twins,
    views_of,
)
from verifier.tools.class_file import MAGIC

Sets = Mapping[str, Mapping[str, bytes]]
TWIN, INNER, ALONE = "p/Twin.class", "p/Twin$In.class", "p/Alone.class"
BASE: Sets = {
    "main": {TWIN: b"a", ALONE: b"x", "notes.txt": b"1"},
    "test": {"p/T.class": b"t"},
    "main-1": {TWIN: b"b", INNER: b"i", "notes.txt": b"2"},
    "test-1": {TWIN: b"of a test"},
}


def tree(sets: Sets) -> ClassFiles:
    return ClassFiles(main=of_side(sets, "main"), test=of_side(sets, "test"), sets=sets)


def change_class(name: str, **files: bytes) -> ClassFiles:
    return tree({**BASE, name: {**BASE[name], **{f"p/{n}.class": c for n, c in files.items()}}})


def without(name: str, path: str) -> ClassFiles:
    return tree({**BASE, name: {p: c for p, c in BASE[name].items() if p != path}})


def test_classes_of_one_side_of_several_modules_are_twins() -> None:
    assert twins_of(tree(BASE)) == {TWIN}
    assert twins_of(ClassFiles(main=BASE["main"], test={})) == frozenset()
    assert twins_of(tree(BASE), change_class("main", **{"Twin$In": b"j"})) == {TWIN, INNER}


def test_a_class_that_a_build_copied_is_no_other_one() -> None:
    assert unlike_twins(tree(BASE)) == {TWIN}
    assert unlike_twins(change_class("main-1", Twin=b"a")) == frozenset()


@pytest.mark.parametrize(
    ("candidate", "twins"),
    [
        (tree(BASE), ()),
        (change_class("main", Alone=b"y"), ()),
        (change_class("main", Twin=b"c"), ("p.Twin",)),
        (change_class("main-1", Twin=b"c"), ("p.Twin",)),
        (change_class("main-1", Alone=b"x"), ("p.Alone",)),
        (without("main", TWIN), ("p.Twin",)),
    ],
)
def test_one_that_changes_is_named_whichever_module_has_it(
    candidate: ClassFiles, twins: tuple[str, ...]
) -> None:
    assert find_changed_twins(tree(BASE), candidate) == twins


def test_each_module_s_own_is_seen_with_all_the_rest() -> None:
    views = list(views_of(tree(BASE), change_class("main-1", Twin=b"c")))

    assert [(old.main[TWIN], new.main[TWIN]) for old, new in views] == [(b"a", b"a"), (b"b", b"c")]
    assert all(old.main[ALONE] == new.main[ALONE] == b"x" for old, new in views)
    assert all(old.test == new.test for old, new in views)


def test_one_that_is_gone_from_its_module_is_not_replaced_by_the_other_s() -> None:
    views = list(views_of(tree(BASE), without("main", TWIN)))

    assert [(old.main.get(TWIN), new.main.get(TWIN)) for old, new in views] == [
        (b"a", None),
        (b"b", b"b"),
    ]


def test_without_twins_there_is_one_view() -> None:
    old, new = ClassFiles(main={TWIN: b"a"}, test={}), ClassFiles(main={TWIN: b"b"}, test={})

    assert list(views_of(old, new)) == [(old, new)]


def naming(*names: str) -> bytes:
    """The beginning of a class file whose constants are these names."""
    texts = b"".join(b"\x01" + len(n).to_bytes(2) + n.encode() for n in names)
    return MAGIC + b"\0\0\0\x34" + (len(names) + 1).to_bytes(2) + texts


FAR: Sets = {
    "main": {TWIN: b"a", "p/Other.class": naming("p/Alone")},
    "test": {},
    "main-1": {TWIN: b"b", "p/User.class": naming("(Lp/Way;)V"), "p/Way.class": naming("p/Twin")},
    "test-1": {},
}


@pytest.mark.parametrize(
    ("name", "path", "misled"),
    [
        ("main-1", "p/User.class", ("p.User", "p.Twin")),
        ("main-1", "p/Way.class", ("p.Way", "p.Twin")),
        ("main", "p/Other.class", None),
    ],
)
def test_a_change_in_a_class_that_leads_to_unlike_ones_may_run_another_module_s(
    name: str, path: str, misled: tuple[str, str] | None
) -> None:
    new = {**FAR, name: {**FAR[name], path: FAR[name][path] + b"changed"}}
    like = {each: {**files, TWIN: b"a"} if TWIN in files else files for each, files in FAR.items()}
    new_like = {**new, "main-1": {**new["main-1"], TWIN: b"a"}}

    assert find_misleading_twin(tree(FAR), tree(new)) == misled
    assert find_misleading_twin(tree(like), tree(new_like)) is None


def test_what_is_said_counts_them() -> None:
    assert explain_twins(("p.A",)) == "p.A changes, and several modules have a class of that name"
    assert explain_twins(("p.A", "p.B")).startswith("p.A (and 1 more) changes")
