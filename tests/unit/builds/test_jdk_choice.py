"""The JDK that a base commit asks for."""

from pathlib import Path

import pytest

from verifier.builds.jdk_choice import declared_jdk, refuse_too_new
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk

SEVENTEEN = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)


@pytest.mark.parametrize(
    ("name", "text", "feature"),
    [
        (".java-version", "1.8\n", 8),
        (".java-version", "temurin-17.0.3\n", 17),
        (".sdkmanrc", "# comment\njava=11.0.2-open\n", 11),
        (".tool-versions", "maven 3.9\njava openjdk-21.0.1\n", 21),
        (".sdkmanrc", "maven=3.9.0\n", None),
    ],
)
def test_files_for_developers_declare_it(
    tmp_path: Path, name: str, text: str, feature: int | None
) -> None:
    (tmp_path / name).write_text(text)

    assert declared_jdk(tmp_path) == feature


def test_a_tree_without_such_a_file_declares_none(tmp_path: Path) -> None:
    assert declared_jdk(tmp_path) is None


def test_where_no_jdk_is_new_enough_the_needed_one_is_named() -> None:
    with pytest.raises(BaseInvalidError, match=r"needs JDK 21 or newer; found: 17\.0\.1"):
        refuse_too_new(21, [SEVENTEEN])
    refuse_too_new(17, [SEVENTEEN])
    refuse_too_new(None, [SEVENTEEN])
