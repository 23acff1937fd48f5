"""What the package carries for the analysis JVM."""

import hashlib
import re
import zipfile
from pathlib import Path

import pytest

from verifier.analysis import classpath
from verifier.errors import MissingToolError
from verifier.tools.own_jar import RUNNER


@pytest.mark.java
def test_every_jar_is_the_pinned_one() -> None:
    found = {
        jar.name: hashlib.sha256(jar.read_bytes()).hexdigest()
        for jar in classpath.jars()
        if jar.name not in classpath.OWN_JARS
    }
    assert found == classpath.read_pins()


def test_every_jar_has_its_licence_named_and_its_text_there() -> None:
    folder = classpath.resource_folder() / "licences"
    table = (folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+\.jar) \| [^|]+ \| ([^|]+) \|$", table, re.MULTILINE)
    assert {jar for jar, _ in rows} == set(classpath.read_pins())
    for _, texts in rows:
        for name in texts.split(", "):
            assert (folder / name.strip()).is_file(), name


def test_a_missing_jar_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / classpath.PINS).write_text(f"{'0' * 64}  some-1.0.jar\n", encoding="ascii")
    monkeypatch.setattr(classpath, "resource_folder", lambda: tmp_path)
    with pytest.raises(MissingToolError, match=r"some-1\.0\.jar") as caught:
        classpath.jars()
    assert "make build" in caught.value.hint


@pytest.mark.java
def test_the_jar_in_a_subjects_jvm_does_not_name_the_verifier() -> None:
    """The code under test sees this jar on its class path, and must not adapt its behaviour to it."""
    with zipfile.ZipFile(RUNNER.path()) as jar:
        content = {name: jar.read(name) for name in jar.namelist()}

    assert "launch/JsonWriter.class" in content
    assert [name for name, data in content.items() if b"refverify" in name.encode() + data] == []
