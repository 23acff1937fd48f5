"""Which Gradle a wrapper asks for."""

import pytest

from verifier.builds.gradle.wrapper import Wrapper, read_wrapper

SUM = "a" * 64


def test_the_address_and_the_checksum_are_read() -> None:
    text = f"""#Thu Sep 28 12:54:38 NZDT 2017
distributionBase=GRADLE_USER_HOME
distributionUrl=https\\://example.org/distributions/gradle-8.10.2-bin.zip
distributionSha256Sum={SUM}
"""

    assert read_wrapper(text) == Wrapper(
        version="8.10.2",
        address="https://example.org/distributions/gradle-8.10.2-bin.zip",
        sha256=SUM,
    )


@pytest.mark.parametrize("stated", ["", "abc", "z" * 64])
def test_what_is_no_checksum_counts_as_none(stated: str) -> None:
    text = (
        f"distributionUrl=https\\://example.org/gradle-4.2-all.zip\ndistributionSha256Sum={stated}"
    )

    found = read_wrapper(text)

    assert found is not None
    assert (found.version, found.sha256) == ("4.2", "")


@pytest.mark.parametrize("text", ["", "distributionUrl=https\\://example.org/custom.zip"])
def test_a_wrapper_of_an_unknown_form_asks_for_nothing(text: str) -> None:
    assert read_wrapper(text) is None
