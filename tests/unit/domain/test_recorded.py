import pytest

from verifier.domain.recorded import RecordedVerdict


@pytest.mark.parametrize(
    ("detected", "tests", "success"),
    [
        (True, True, True),
        (True, False, False),
        (False, True, False),
        (None, True, None),
        (False, None, None),
        (None, None, None),
    ],
)
def test_success_takes_both_claims(
    detected: bool | None, tests: bool | None, success: bool | None
) -> None:
    recorded = RecordedVerdict(
        instance_id="i",
        model_name_or_path="m",
        source="s",
        detected=detected,
        compiles_and_passes=tests,
    )
    assert recorded.success is success
