"""Files of a store that arrived damaged."""

import hashlib
import io
import time
import zipfile
from pathlib import Path

import pytest

from verifier.tools.damaged_files import remove_damaged

POM = b"<project><!-- <html> --></project>"


def jar() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        # Its own date: the bytes are part of the names of tests.
        archive.writestr(zipfile.ZipInfo("A.class"), b"x" * 500)
    return made.getvalue()


def sha1(content: bytes) -> bytes:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest().encode()


@pytest.mark.parametrize(
    ("name", "content", "stated", "reason"),
    [
        ("b.jar", jar(), b"", ""),
        ("b.jar", jar(), sha1(jar()), ""),
        ("b.jar", jar()[:300], b"", "b.jar is no complete archive"),
        ("b.jar", b"<html>", b"", "b.jar is no complete archive"),
        (
            "b.jar",
            jar(),
            sha1(b"another"),
            "b.jar does not have the checksum that its repository states",
        ),
        ("b.jar", jar(), b"<html>no checksum</html>", ""),
        ("b.pom", POM, b"", ""),
        ("b.pom", b"\n <!DOCTYPE html><html>", b"<html>", "b.pom is a web page"),
        ("b.module", b"<HTML>", b"", "b.module is a web page"),
        ("b.txt", b"<html>", b"", ""),
    ],
)
def test_a_file_is_checked_by_its_kind_and_its_stated_checksum(
    tmp_path: Path, name: str, content: bytes, stated: bytes, reason: str
) -> None:
    path, checksum = tmp_path / "g" / name, tmp_path / "g" / f"{name}.sha1"
    path.parent.mkdir()
    path.write_bytes(content)
    if stated:
        checksum.write_bytes(stated)

    assert remove_damaged(tmp_path, time.time() - 5, f"cannot read /store/g/{name}") == reason
    assert path.exists() == (not reason)
    assert checksum.exists() == bool(stated and not reason)


def test_a_file_that_the_output_does_not_name_or_that_is_older_stays(tmp_path: Path) -> None:
    path = tmp_path / "b.jar"
    path.write_bytes(b"not a jar by intention")

    assert remove_damaged(tmp_path, time.time() - 5, "does not compile") == ""
    assert remove_damaged(tmp_path, time.time() + 60, "b.jar") == ""
    assert path.exists()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.jar"
    outside.write_bytes(b"of somebody else")
    store = tmp_path / "store"
    store.mkdir()
    (store / "b.jar").symlink_to(outside)

    assert remove_damaged(store, time.time() - 5, "b.jar") == ""
    assert outside.exists()
