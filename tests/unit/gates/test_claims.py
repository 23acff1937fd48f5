"""What a commit message claims."""

import pytest

from verifier.domain.refactoring_traits import RefactoringType
from verifier.gates.claims import claims_in, subject_of


@pytest.mark.parametrize(
    "subject",
    ["refactor: x", "refactor(core): x", "refactor!: x", "refactor(a/b)!: x", "Refactor: x"],
)
def test_a_conventional_subject_claims_any_refactoring(subject: str) -> None:
    (claim,) = claims_in(f"{subject}\n\nbody\n")

    assert (claim.text, claim.wanted, claim.trouble) == (subject, None, "")


@pytest.mark.parametrize(
    "message", ["feat: refactor x", "refactoring of x", "refactor x", "fix\n\nrefactor: x", ""]
)
def test_other_messages_claim_nothing(message: str) -> None:
    assert claims_in(message) == ()


def test_trailers_of_the_last_paragraph_name_what_was_done() -> None:
    message = (
        "Apart\n\nRefactoring: not in the last paragraph\n\n"
        "Refactoring: Extract Method: p.C#m(int)\n"
        "Signed-off-by: A <a@example.org>\n"
        "refactoring: Rename Method:p.C#n()\n"
    )
    first, second = claims_in(message)

    assert first.wanted is not None
    assert second.wanted is not None
    assert (first.wanted.type, str(first.wanted.method)) == (
        RefactoringType.EXTRACT_METHOD,
        "p.C#m(int)",
    )
    assert second.wanted.type is RefactoringType.RENAME_METHOD


def test_a_trailer_that_cannot_be_read_is_a_claim_with_its_trouble() -> None:
    (claim,) = claims_in("x\n\nRefactoring: Beautify: p.C#m()")

    assert claim.wanted is None
    assert "unknown refactoring type 'Beautify'" in claim.trouble


def test_the_subject_is_the_first_line() -> None:
    assert subject_of("\nfirst \nsecond\n") == "first"
    assert subject_of("") == ""
