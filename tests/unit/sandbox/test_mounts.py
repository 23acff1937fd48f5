from pathlib import Path

import pytest

from verifier.errors import SandboxError
from verifier.sandbox.base import Mount
from verifier.sandbox.mounts import Bind, binds_of, target_of


def folder(path: Path) -> Path:
    path.mkdir(parents=True)
    path.chmod(0o755)
    return path


def test_a_mount_is_seen_under_its_name(tmp_path: Path) -> None:
    mount = Mount(name="tree", source=folder(tmp_path / "some/where"))
    assert target_of(mount) == "/mnt/tree"
    assert binds_of((mount,)) == (Bind(source=f"{tmp_path}/some/where", target="/mnt/tree"),)


def test_a_link_is_mounted_as_what_it_leads_to(tmp_path: Path) -> None:
    folder(tmp_path / "real")
    (tmp_path / "link").symlink_to("real")
    (bind,) = binds_of((Mount(name="m", source=tmp_path / "link"),))
    assert bind.source == f"{tmp_path}/real"


def test_a_tool_without_links_that_leave_it_is_a_mount_like_any(tmp_path: Path) -> None:
    jdk = folder(tmp_path / "jdk")
    folder(jdk / "bin")
    (jdk / "bin/java").write_text("")
    (jdk / "java").symlink_to("bin/java")
    assert target_of(Mount(name="jdk", source=jdk)) == "/mnt/jdk"


def test_a_packaged_tool_stays_at_its_place_and_brings_its_certificates(tmp_path: Path) -> None:
    if not Path("/etc/ssl/certs/java/cacerts").exists():
        pytest.skip("no packaged certificates here")
    jdk = folder(tmp_path / "jdk")
    folder(jdk / "bin")
    (jdk / "bin/java").write_text("")
    (jdk / "cacerts").symlink_to("/etc/ssl/certs/java/cacerts")
    (jdk / "key").symlink_to("/etc/ssl/private")
    (jdk / "passwords").symlink_to("/etc/passwd")
    binds = binds_of((Mount(name="jdk", source=jdk),))
    assert set(binds) == {
        Bind(source=str(jdk), target=str(jdk)),
        Bind(source="/etc/ssl/certs/java", target="/etc/ssl/certs/java"),
    }


def test_links_of_what_is_no_tool_bring_nothing_along(tmp_path: Path) -> None:
    tree = folder(tmp_path / "tree")
    (tree / "cacerts").symlink_to("/etc/ssl/certs/java/cacerts")
    assert len(binds_of((Mount(name="tree", source=tree),))) == 1


def test_a_source_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match=r"cannot mount .*/missing: No such file"):
        binds_of((Mount(name="m", source=tmp_path / "missing"),))


def test_a_source_that_only_its_owner_reads_is_refused_with_the_remedy(tmp_path: Path) -> None:
    private = folder(tmp_path / "private")
    private.chmod(0o700)
    with pytest.raises(SandboxError) as caught:
        binds_of((Mount(name="m", source=private),))
    assert caught.value.hint.endswith(f"chmod -R o+rX {private}")


def test_two_sources_cannot_share_a_name(tmp_path: Path) -> None:
    one, two = folder(tmp_path / "one"), folder(tmp_path / "two")
    with pytest.raises(SandboxError, match="two mounts are named 'm'"):
        binds_of((Mount(name="m", source=one), Mount(name="m", source=two)))


def test_what_names_its_files_by_whole_paths_is_seen_in_place(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    mount = Mount(name="store", source=tmp_path, in_place=True)

    assert target_of(mount) == str(tmp_path)
    assert binds_of((mount,)) == (Bind(source=str(tmp_path), target=str(tmp_path)),)
