from verifier.errors import InputError, UnknownInstanceError, VerifierError


def test_a_message_is_followed_by_what_to_do() -> None:
    error = InputError("a.jsonl:3: not JSON", hint="Mend the line.")
    assert str(error) == "a.jsonl:3: not JSON\nMend the line."


def test_without_a_hint_the_message_stands_alone() -> None:
    assert str(InputError("a.jsonl:3: not JSON")) == "a.jsonl:3: not JSON"


def test_a_subclass_keeps_its_own_code_and_is_still_an_input_error() -> None:
    error = UnknownInstanceError("no such instance")
    assert isinstance(error, InputError)
    assert (InputError.exit_code, error.exit_code) == (4, 5)


def test_any_other_exception_becomes_an_error_with_its_text() -> None:
    error = InputError("a.jsonl:3: not JSON")
    assert VerifierError.of(error) is error
    assert VerifierError.of(KeyError("a")).message == "KeyError('a')"
