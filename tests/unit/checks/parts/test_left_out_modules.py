"""The report names the modules that were not tested, with the reason."""

from tests.support.verdicts import check, passing
from verifier.checks.parts.left_out_modules import list_left_out_modules
from verifier.domain.outcome import CheckName


def test_nothing_is_said_where_all_was_tested_or_there_is_one_module() -> None:
    whole = check(CheckName.TESTS, data={"untested": {}})

    assert list_left_out_modules(passing()) == ()
    assert list_left_out_modules([whole]) == ()


def test_modules_are_named_by_reason() -> None:
    built = check(CheckName.COMPILATION, data={"uncompiled": {"far": "no such profile\nat all"}})
    why = "--modules changed"
    tests = check(CheckName.TESTS, data={"untested": {"tool": why, "app": why, "big": "timeout"}})

    assert list_left_out_modules([built, tests]) == (
        "compiled, not tested: app, tool (--modules changed)",
        "compiled, not tested: big (timeout)",
        "needs the change, not compiled: far (no such profile)",
    )


def test_a_long_reason_is_seen_to_be_cut() -> None:
    tests = check(CheckName.TESTS, data={"untested": {"app": "x" * 800, "tool": "y" * 600}})

    assert list_left_out_modules([tests]) == (
        f"compiled, not tested: app ({'x' * 599}…)",
        f"compiled, not tested: tool ({'y' * 600})",
    )
