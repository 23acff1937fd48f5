"""Offline builds read the listing that a mirror of central gave."""

from pathlib import Path

import pytest

from verifier.builds.maven.listings import copy_listings

PLUGIN = "org/apache/maven/plugins/some-plugin"


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    folder = tmp_path / "store" / PLUGIN
    folder.mkdir(parents=True)
    (folder / "maven-metadata-mirror.xml").write_text("1")
    return folder


def test_the_listing_of_a_mirror_is_central_s_and_a_newer_one_replaces_it(
    tmp_path: Path, plugin: Path
) -> None:
    central = plugin / "maven-metadata-central.xml"
    for version in ("1", "2", "2"):
        (plugin / "maven-metadata-mirror.xml").unlink()
        (plugin / "maven-metadata-mirror.xml").write_text(version)
        copy_listings(tmp_path / "store", ["mirror", "central"])
        copy_listings(tmp_path / "store", ["mirror"])

        assert central.read_text() == version
    assert sorted(path.name for path in plugin.iterdir()) == [
        "maven-metadata-central.xml",
        "maven-metadata-mirror.xml",
    ]


def test_other_repositories_and_links_of_a_build_are_no_listings_of_central(
    tmp_path: Path, plugin: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    other = tmp_path / "store" / "g"
    other.mkdir()
    (other / "maven-metadata-mirror.xml").symlink_to(tmp_path / "secret")
    (tmp_path / "store" / "h").symlink_to(tmp_path / "elsewhere")
    copy_listings(tmp_path / "store", ["jboss", "../mirror"])
    copy_listings(tmp_path / "store", ["mirror"])

    assert [path.name for path in other.iterdir()] == ["maven-metadata-mirror.xml"]
    assert (plugin / "maven-metadata-central.xml").is_file()
