from pathlib import PurePosixPath

from verifier.domain.evidence import evidence_path, safe_name


def test_a_plain_name_stays_as_it_is() -> None:
    assert safe_name("gpt-4.1_mini") == "gpt-4.1_mini"


def test_names_that_differ_only_in_odd_characters_stay_distinct() -> None:
    assert safe_name("a/b") != safe_name("a:b")
    assert safe_name("a/b").startswith("a_b-")


def test_no_name_leaves_the_folder() -> None:
    for name in ("..", ".", "/", "", "../../x", "a\0b"):
        path = PurePosixPath(safe_name(name))
        assert len(path.parts) == 1
        assert str(path) not in {"", ".", ".."}


def test_a_long_name_is_cut_and_stays_distinct() -> None:
    one, other = safe_name("x" * 300), safe_name("x" * 301)
    assert one != other
    assert len(one) < 100


def test_every_sample_has_a_folder_of_its_own() -> None:
    assert evidence_path("id", "m", 2) == PurePosixPath("evidence/id/m/2")
