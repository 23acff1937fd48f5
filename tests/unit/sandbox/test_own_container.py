"""Which paths of our own container the engine can mount, and where they are on its machine."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.errors import SandboxError
from verifier.sandbox.base import Mount
from verifier.sandbox.mounts import Bind, bind_of, binds_of, target_of
from verifier.sandbox.own_container import OwnContainer, read_container

SHOWN = {
    "Image": "sha256:1",
    "Created": "2026-01-02T03:04:05.123456789Z",
    "Config": {"Image": "refverify"},
    "HostConfig": {"Tmpfs": {"/run": ""}},
    "Mounts": [
        {"Type": "volume", "Source": "/var/lib/docker/volumes/x/_data", "Destination": "/cache"},
        {"Type": "bind", "Source": "/home/you/shop", "Destination": "/repo"},
        {"Type": "bind", "Source": "/data/jars", "Destination": "/cache/repositories"},
        {"Type": "tmpfs", "Source": "", "Destination": "/memory"},
    ],
}
OWN = replace(read_container(SHOWN), jobs_image="sha256:1")


def test_the_engine_describes_the_container() -> None:
    assert (OWN.image, OWN.name) == ("sha256:1", "refverify")
    assert OWN.created == pytest.approx(1767323045.123456)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("/repo", "/home/you/shop"),
        ("/repo/src/A.java", "/home/you/shop/src/A.java"),
        ("/cache/sandbox", "/var/lib/docker/volumes/x/_data/sandbox"),
        ("/cache/repositories/m", "/data/jars/m"),
    ],
)
def test_a_path_in_a_mount_has_another_path_on_the_engines_machine(here: str, there: str) -> None:
    assert OWN.place_of(Path(here)) == Path(there)
    assert not OWN.is_in_image(Path(here))


@pytest.mark.parametrize("path", ["/memory/x", "/run/x", "/tmp/x", "/cache", "/"])
def test_memory_the_image_and_a_folder_with_a_mount_below_it_cannot_be_mounted(path: str) -> None:
    with pytest.raises(SandboxError, match=f"cannot mount {path} of refverify's own") as caught:
        OWN.place_of(Path(path))

    assert "docs/image.md" in caught.value.hint


def test_a_mount_behind_a_link_is_where_the_link_leads(tmp_path: Path) -> None:
    (tmp_path / "usr").mkdir()
    (tmp_path / "lib").symlink_to("usr")
    mount = {"Type": "bind", "Source": "/opt/jdk", "Destination": str(tmp_path / "lib/jdk")}
    own = read_container({**SHOWN, "Mounts": [mount]})

    assert own.place_of(tmp_path / "usr/jdk/bin") == Path("/opt/jdk/bin")


def in_image(folder: Path) -> OwnContainer:
    """A container that was created after a folder, whose other folders are in no mount."""
    return replace(OWN, created=folder.stat().st_ctime + 1)


def test_what_the_image_has_is_used_in_place_and_not_mounted(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    mount, own = Mount(name="jdk", source=tmp_path), in_image(tmp_path)

    assert target_of(mount, own) == str(tmp_path)
    assert binds_of((mount,), own=own) == ()
    assert bind_of(tmp_path, "/mnt/inputs", own) is None


def test_what_is_in_a_mount_is_mounted_from_its_place_on_the_engines_machine(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    mount, own = Mount(name="tree", source=tmp_path), replace(OWN, mounts=((tmp_path, Path("/x")),))

    assert target_of(mount, own) == "/mnt/tree"
    assert binds_of((mount,), (mount,), own) == (
        Bind(source="/x", target="/mnt/tree"),
        Bind(source="/x", target="/mnt/tree", writable=True),
    )


def test_jobs_of_another_image_lack_what_ours_has(tmp_path: Path) -> None:
    own = replace(in_image(tmp_path), jobs_image="sha256:2")

    with pytest.raises(SandboxError, match="cannot mount"):
        bind_of(tmp_path, "/mnt/jdk", own)


def test_what_was_made_after_our_container_is_not_in_the_image(tmp_path: Path) -> None:
    own = replace(OWN, created=tmp_path.stat().st_ctime - 1)

    with pytest.raises(SandboxError, match="cannot mount"):
        bind_of(tmp_path, "/mnt/inputs", own)


def test_nothing_of_the_image_can_be_mounted_to_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pytest.raises(SandboxError, match="cannot mount"):
        binds_of((), (Mount(name="store", source=tmp_path),), in_image(tmp_path))
