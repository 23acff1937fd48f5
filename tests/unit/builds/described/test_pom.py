"""The poms of a base are parsed once, however often they are asked for."""

import pytest

from tests.support.answers import MemoryTree
from tests.support.counted_work import POMS, count_work
from verifier.builds.described.pom import MOST_KEPT_BYTES, parse_pom
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions
from verifier.errors import BaseInvalidError


def pom(name: str, more: str = "") -> str:
    return f"<project><artifactId>{name}</artifactId>{more}</project>"


def test_the_modules_of_many_predictions_need_each_pom_once() -> None:
    modules = "<modules><module>a</module><module>b</module></modules>"
    files = {"pom.xml": pom("top", modules), "a/pom.xml": pom("a"), "b/pom.xml": pom("b")}
    options = BuildOptions()

    with count_work() as found:
        for name in ("A", "B", "C"):
            # Each prediction opens the tree of its base again.
            tree = MemoryTree.of({**files, f"a/src/main/java/{name}.java": ""})
            changed = ChangedModules.of(tree, [f"a/src/main/java/{name}.java"], options)
            assert changed.holding == ("a",)

    assert found[POMS] == 3


def test_a_broken_pom_is_named_each_time() -> None:
    for name in ("a/pom.xml", "b/pom.xml"):
        with pytest.raises(BaseInvalidError, match=f"{name} cannot be read"):
            parse_pom(b"<project>", name)


def test_a_very_large_pom_is_not_kept() -> None:
    large = pom("a", " " * MOST_KEPT_BYTES).encode()

    with count_work() as found:
        assert parse_pom(large, "pom.xml") is not parse_pom(large, "pom.xml")

    assert found[POMS] == 2
