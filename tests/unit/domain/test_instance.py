from verifier.domain.instance import StableId


def test_an_id_is_sixteen_hex_digits_of_the_content() -> None:
    assert str(StableId.of("a", "b")) == "59b271ae1bbcb1d3"


def test_the_same_parts_give_the_same_id() -> None:
    assert StableId.of("a", "b") == StableId.of("a", "b")


def test_parts_do_not_run_into_each_other() -> None:
    assert StableId.of("ab", "c") != StableId.of("a", "bc")
    assert StableId.of("a", "") != StableId.of("a")


def test_text_that_no_encoding_can_write_has_an_id_too() -> None:
    assert len(str(StableId.of("\ud800"))) == 16
