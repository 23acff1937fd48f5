from dataclasses import replace

import pandas as pd

from tests.support.verdicts import check, checks_until, make_generated, passing, verdict
from verifier.domain.assignment import AssignmentType
from verifier.domain.generation import Usage
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Circumstances, Track
from verifier.frames import verdict_frame

GOOD = verdict(passing(0.5, delegate=True), instance="a")
BROKEN = replace(
    verdict(checks_until(CheckName.COMPILATION, Reason.COMPILE_ERROR), instance="b", sample=1),
    type=None,
    refactoring_class=None,
    circumstances=Circumstances(track=Track.OPEN, cost_usd=0.25),
)


def test_a_row_says_what_was_judged_and_how_it_ended() -> None:
    frame = verdict_frame([GOOD, BROKEN], ["first", "second"])

    assert frame[["run", "instance_id", "model", "sample"]].to_numpy().tolist() == [
        ["first", "a", "gpt", 0],
        ["second", "b", "gpt", 1],
    ]
    assert frame["success"].tolist() == ["passed", "failed"]
    assert frame["compilation"].tolist() == ["passed", "failed"]
    assert frame["compilation_reason"][1] == "COMPILE_ERROR"
    assert frame["tests"].tolist() == ["passed", "not_applicable"]
    assert frame["tests_seconds"].tolist() == [1.5, 1.5]


def test_what_a_verdict_lacks_has_no_value() -> None:
    row = verdict_frame([BROKEN]).iloc[0]

    absent = ["run", "type", "refactoring_class", "delegate", "codebleu", "behaviour", "mode"]
    assert row[absent].isna().all()
    assert (row["track"], row["cost_usd"]) == ("open", 0.25)


def test_an_assignment_has_its_goal_as_type() -> None:
    assigned = replace(BROKEN, assignment=AssignmentType.OPTIMISE)

    assert verdict_frame([assigned])["type"].tolist() == ["optimise"]


def test_how_a_prediction_was_generated_is_in_columns() -> None:
    usage = Usage(input=90, cached=50, output=10, estimated=True)
    frame = verdict_frame([make_generated(GOOD, answered="m-2", usage=usage), GOOD])

    names = ["prompt_set", "model_answered", "input_tokens", "output_tokens", "tokens_estimated"]
    assert frame.loc[0, names].tolist() == ["refverify-1", "m-2", 90, 10, True]
    assert frame.loc[1, names].isna().all()


def test_figures_of_the_checks_are_columns() -> None:
    row = verdict_frame([GOOD]).iloc[0]

    assert (row["delegate"], row["codebleu"], row["codebleu_raw"]) == (True, 0.5, 0.5)


def test_every_column_has_its_type_with_and_without_rows() -> None:
    full, empty = verdict_frame([GOOD, BROKEN]), verdict_frame([])

    assert full.dtypes.to_dict() == empty.dtypes.to_dict()
    assert [str(empty[name].dtype) for name in ("run", "sample", "codebleu", "isolated")] == [
        "string",
        "Int64",
        "Float64",
        "boolean",
    ]
    assert len(empty) == 0


def test_a_closed_set_has_all_its_members_in_their_order() -> None:
    frame = verdict_frame([])

    assert frame["success"].cat.categories.tolist() == [str(status) for status in Status]
    assert frame["detection_reason"].cat.categories.tolist() == [str(reason) for reason in Reason]


def test_there_are_three_columns_for_every_check() -> None:
    columns = set(verdict_frame([]).columns)

    for name in CheckName:
        assert {str(name), f"{name}_reason", f"{name}_seconds"} <= columns


def test_grouping_needs_nothing_but_pandas() -> None:
    late = verdict([*passing(), check(CheckName.BEHAVIOUR)], instance="c", model="other")
    frame = verdict_frame([GOOD, BROKEN, late])

    passed = frame["success"].eq("passed").groupby(frame["model"]).mean()

    pd.testing.assert_series_equal(
        passed,
        pd.Series([0.5, 1.0], index=pd.Index(["gpt", "other"], dtype="string", name="model")),
        check_names=False,
        check_dtype=False,
    )
