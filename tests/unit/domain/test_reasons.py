"""Every reason is explained in one sentence."""

from verifier.domain.outcome import Reason
from verifier.domain.reasons import MEANINGS


def test_every_reason_has_one_sentence() -> None:
    assert set(MEANINGS) == set(Reason)
    for sentence in MEANINGS.values():
        assert sentence.endswith(".")
        assert len(sentence) < 90
