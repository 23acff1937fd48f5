from verifier.domain.rules import Finding
from verifier.rules.source_lines import with_source


def test_names_and_lines_cannot_forge_output() -> None:
    path = "a\nIFR 1.0.java"
    finding = Finding(rule="r", path=path, start_line=1, end_line=1)
    (found,) = with_source([finding], {path: b"foo();\t// \x1b[2Jgone \xc3\xa9"}.get)
    assert found.path == path
    assert str(found) == r"a\nIFR 1.0.java:1: foo(); // \x1b[2Jgone é"
