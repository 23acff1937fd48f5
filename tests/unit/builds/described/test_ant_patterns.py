"""Ant-like patterns, as Maven's plugins and Gradle read them."""

import pytest

from verifier.builds.described.ant_patterns import matches


@pytest.mark.parametrize(
    ("pattern", "path", "taken"),
    [
        ("**/*.java", "A.java", True),
        ("**/*.java", "p/q/A.java", True),
        ("*.java", "p/A.java", False),
        ("p/*.java", "p/A.java", True),
        ("p/**", "p/q/A.java", True),
        ("p/", "p/q/A.java", True),
        ("**/gone/**", "p/gone/A.java", True),
        ("**/gone/**", "p/going/A.java", False),
        ("A?.java", "AB.java", True),
        ("A?.java", "A/.java", False),
        ("A.java", "AxJava", False),
    ],
)
def test_a_pattern_takes_a_whole_path(pattern: str, path: str, *, taken: bool) -> None:
    assert matches(pattern, path) is taken
