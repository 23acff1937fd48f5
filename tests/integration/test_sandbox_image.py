"""The default image is made from this machine's package sources, once, however many want it."""

import time
from concurrent.futures import ThreadPoolExecutor

import docker
import pytest

from verifier.errors import MissingToolError, SandboxError
from verifier.sandbox import image

pytestmark = [pytest.mark.engine, pytest.mark.slow, pytest.mark.network]

MEBIBYTE = 1024**2


def test_two_that_want_the_image_at_once_build_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "REPOSITORY", f"refverify-sandbox-test-{time.monotonic_ns()}")
    client = docker.from_env()
    try:
        with ThreadPoolExecutor(2) as pool:
            tags = {future.result() for future in [pool.submit(image.ensure_image) for _ in "ab"]}
        (tag,) = tags
        built = client.images.get(tag)
        assert built.attrs["Size"] < 45 * MEBIBYTE
        assert image.ensure_image() == tag
        assert client.images.get(tag).id == built.id
        assert [i.id for i in client.images.list(image.REPOSITORY)] == [built.id]
    finally:
        for tag in {t for i in client.images.list(image.REPOSITORY) for t in i.tags}:
            client.images.remove(tag)
        client.close()


def test_without_mmdebstrap_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "REPOSITORY", "refverify-sandbox-never-built")
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(MissingToolError) as caught:
        image.ensure_image()
    assert "apt-get install mmdebstrap" in caught.value.hint


def test_on_another_system_the_error_points_to_the_dockerfile(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = tmp_path_factory.mktemp("etc") / "os-release"
    release.write_text('ID=fedora\nVERSION_ID=41\nNAME="Fedora Linux"\n')
    monkeypatch.setattr(image, "OS_RELEASE", release)
    with pytest.raises(SandboxError) as caught:
        image.ensure_image()
    assert "docker/Dockerfile" in caught.value.hint
