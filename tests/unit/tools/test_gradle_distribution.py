"""A distribution is fetched by address and checksum, from a server of the test's own."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served_folder import serve_folder
from verifier.errors import DownloadError, IntegrityError
from verifier.tools.gradle_distribution import fetch_distribution


def archive(entries: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as members:
        for name, content in entries.items():
            members.writestr(name, content)
    return made.getvalue()


JAR = archive({"x": b""})
GOOD = archive({"gradle-7.6/bin/gradle": b"#!/bin/sh\n", "gradle-7.6/lib/gradle-core-7.6.jar": JAR})


@pytest.fixture(name="served")
def served_folder(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    folder = tmp_path / "served"
    folder.mkdir()
    with serve_folder(folder) as address:
        yield folder, address


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_the_stated_checksum_lets_it_in_and_it_is_fetched_once(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = served
    (folder / "g.zip").write_bytes(GOOD)
    cache = tmp_path / "cache"
    cache.mkdir()

    found = fetch_distribution(f"{address}/g.zip", digest(GOOD), cache)
    (folder / "g.zip").unlink()

    assert found.version == "7.6"
    assert (found.home / "bin/gradle").stat().st_mode & 0o111
    assert fetch_distribution(f"{address}/g.zip", digest(GOOD), cache) == found


def test_another_checksum_is_refused_and_nothing_is_kept(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = served
    (folder / "g.zip").write_bytes(GOOD + b" ")

    with pytest.raises(IntegrityError, match="does not have the checksum"):
        fetch_distribution(f"{address}/g.zip", digest(GOOD), tmp_path)
    assert not (tmp_path / digest(GOOD)).exists()


def test_an_address_that_has_nothing_is_said(served: tuple[Path, str], tmp_path: Path) -> None:
    _, address = served

    with pytest.raises(DownloadError, match="cannot be fetched"):
        fetch_distribution(f"{address}/g.zip", "0" * 64, tmp_path)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://127.0.0.1/g.zip", "g.zip"])
def test_other_kinds_of_addresses_are_not_asked(address: str, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="not an address that can be fetched"):
        fetch_distribution(address, "0" * 64, tmp_path)


def test_an_archive_that_leads_out_of_its_folder_is_refused(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = served
    hostile = archive({"../out": b""})
    (folder / "g.zip").write_bytes(hostile)

    with pytest.raises(IntegrityError, match="leads out of its folder"):
        fetch_distribution(f"{address}/g.zip", digest(hostile), tmp_path)


def test_an_archive_without_a_gradle_is_refused(served: tuple[Path, str], tmp_path: Path) -> None:
    folder, address = served
    other = archive({"other/readme": b""})
    (folder / "g.zip").write_bytes(other)

    with pytest.raises(IntegrityError, match="not a distribution of Gradle"):
        fetch_distribution(f"{address}/g.zip", digest(other), tmp_path)
