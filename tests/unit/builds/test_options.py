"""What a user says about builds."""

import pytest

from verifier.builds.options import BuildOptions, ModuleReach, modules_of_words
from verifier.errors import UsageError


def test_folders_of_a_command_line() -> None:
    found = modules_of_words(["core/, ./shell", "core"])

    assert found == (ModuleReach.DEPENDANTS, ("core", "shell"))


def test_a_word_says_how_far_to_reach() -> None:
    assert modules_of_words(["changed"]) == (ModuleReach.CHANGED, ())
    assert modules_of_words(["all"]) == (ModuleReach.ALL, ())
    assert modules_of_words([]) == (ModuleReach.DEPENDANTS, ())


def test_a_folder_may_be_called_like_such_a_word() -> None:
    assert modules_of_words(["./all"]) == (ModuleReach.DEPENDANTS, ("all",))


def test_such_a_word_stands_alone() -> None:
    with pytest.raises(UsageError, match="--modules all cannot be combined with other modules"):
        modules_of_words(["all,core"])


@pytest.mark.parametrize(
    ("modules", "name"),
    [
        ((), "0123456789"),
        (("app",), "0123456789 (app)"),
        (("a\x1b", "b", "c", "d", "e"), "0123456789 (a\\x1b, b, c and 2 more)"),
    ],
)
def test_a_base_that_takes_time_is_named_with_its_modules(
    modules: tuple[str, ...], name: str
) -> None:
    assert BuildOptions(modules=modules).name_of("0123456789abcdef") == name
