"""The image that runs refverify: built from docker/refverify/Dockerfile without a network, and used.

Its base is made of this machine's own programs (`tests/support/product_base.py`), so that no registry is
needed; that apt-get fills a bare Debian is not tested.
"""

import shutil
import uuid
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import docker
import pytest

from tests.support.product_base import BUILD, ROOT, make_base
from tests.support.repository import Repository
from verifier.tools.jdk import find_jdks

pytestmark = [
    pytest.mark.engine,
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pip") is None, reason="this environment has no pip"),
]


@pytest.fixture(scope="module")
def client() -> Iterator[docker.DockerClient]:
    opened = docker.from_env(timeout=300)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def image(
    client: docker.DockerClient, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The product's image with this checkout's wheel."""
    name = f"refverify-test-{uuid.uuid4().hex[:12]}"
    jdk = next(jdk for jdk in reversed(find_jdks()) if jdk.feature >= 17)
    make_base(f"{name}:base", jdk, tmp_path_factory.mktemp("base"))
    context = tmp_path_factory.mktemp("dist")
    shutil.copy(wheel, context)
    (context / "requirements.txt").write_text(BUILD["list_requirements"]())
    shutil.copy(ROOT / "docker/refverify/Dockerfile", context)
    try:
        client.images.build(
            path=str(context),
            tag=f"{name}:product",
            buildargs={"BASE": f"{name}:base"},
            network_mode="none",
            rm=True,
            forcerm=True,
        )
        yield f"{name}:product"
    finally:
        remove_with_children(client, str(client.images.get(f"{name}:base").id))


def remove_with_children(client: docker.DockerClient, image: str) -> None:
    """Remove an image and those made from it, also those of a build that failed."""
    for each in client.api.images(all=True):
        if each["ParentId"] == image:
            remove_with_children(client, each["Id"])
    with suppress(docker.errors.ImageNotFound):  # gone with its child
        client.images.remove(image, force=True)


@pytest.fixture
def edited(tmp_path: Path) -> Repository:
    """A repository of another user than the image's, with an edit that renames a parameter."""
    repository = Repository.create(tmp_path / "repository")
    repository.commit({"A.java": "class A { int f(int a) { return a + 1; } }\n"}, "start")
    (repository.path / "A.java").write_text("class A { int f(int b) { return b + 1; } }\n")
    return repository


def run(client: docker.DockerClient, image: str, words: list[str], **options: Any) -> str:
    output: bytes = client.containers.run(
        image, words, network_mode="none", remove=True, stderr=True, **options
    )
    return output.decode()


def test_a_mounted_repository_gets_its_verdict_for_any_user(
    client: docker.DockerClient, image: str, edited: Repository
) -> None:
    """With a user who is not the image's: the home folder and the cache can be written."""
    for folder in (edited.path, *edited.path.parents[:-2]):
        folder.chmod(0o755)  # pytest's folders are the user's alone

    said = run(
        client,
        image,
        ["check", "--level", "static"],
        user="4321:4321",
        volumes={str(edited.path): {"bind": "/repo", "mode": "ro"}},
    )

    assert "behaviour: PROVED" in said


def test_the_build_tools_run_as_the_images_own_user(
    client: docker.DockerClient, image: str
) -> None:
    script = "id -u && git --version && javac -version && mvn --version && touch /cache/x ~/x"

    said = run(client, image, ["-ec", script], entrypoint="sh")

    assert said.startswith("10001\ngit version ")
    assert "\njavac " in said
    assert "Apache Maven " in said


def test_it_keeps_its_cache_in_a_volume(client: docker.DockerClient, image: str) -> None:
    config = client.images.get(image).attrs["Config"]

    assert config["User"] == "10001:10001"
    assert list(config["Volumes"]) == ["/cache"]
    assert {"HOME=/home/refverify", "REFVERIFY_CACHE=/cache"} <= set(config["Env"])
