from tests.support.verdicts import checks_until, passing, verdict
from verifier.domain.outcome import CheckName, Reason
from verifier.frames import check_frame


def test_every_result_of_every_verdict_is_a_row() -> None:
    stopped = verdict(
        checks_until(CheckName.DETECTION, Reason.NOT_DETECTED, details="none"), instance="b"
    )
    frame = check_frame([verdict(passing(0.5), instance="a"), stopped])

    assert frame.groupby("instance_id").size().to_dict() == {"a": 8, "b": 7}
    failed = frame[frame["status"].eq("failed")].iloc[0]
    assert (failed["instance_id"], failed["check"], failed["reason"], failed["details"]) == (
        "b",
        "detection",
        "NOT_DETECTED",
        "none",
    )


def test_the_checks_findings_are_json() -> None:
    frame = check_frame([verdict(passing(0.5))])

    similarity = frame[frame["check"].eq("similarity")]["data"]
    assert similarity.tolist() == [
        '{"codebleu": 0.5, "codebleu_raw": 0.5, "methods": [], "parts": {}}'
    ]


def test_no_verdicts_give_the_same_columns() -> None:
    empty, full = check_frame([]), check_frame([verdict(passing())])

    assert len(empty) == 0
    assert empty.dtypes.to_dict() == full.dtypes.to_dict()
