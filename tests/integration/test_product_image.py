"""The image that runs refverify: built from docker/refverify/Dockerfile without a network, and used.

Its base is made of this machine's own programs (`tests/support/product_base.py`), so that no registry is
needed; that apt-get fills a bare Debian is not tested. The same holds for the image with Gradle.
"""

import json
import shutil
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import docker
import pytest

from tests.support.product_base import BUILD, ROOT, make_base, make_gradle
from tests.support.repository import Repository
from tests.support.shop import SHOP
from verifier.tools.jdk import find_jdks

pytestmark = [
    pytest.mark.engine,
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pip") is None, reason="this environment has no pip"),
    pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine"),
]

SOCKET = Path("/var/run/docker.sock")
PRICES = "src/main/java/shop/Prices.java"
MAVEN: dict[str, str | bytes] = {
    str(p.relative_to(SHOP)): p.read_bytes() for p in SHOP.rglob("*") if p.is_file()
}
GRADLE: dict[str, str | bytes] = {
    "settings.gradle": "rootProject.name = 'calc'\n",
    "build.gradle": """apply plugin: 'java'
sourceCompatibility = 8
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.12' }
""",
    "src/main/java/p/Calc.java": """package p;
public class Calc {
  public int add(int a, int b) { return a + b; }
}
""",
    "src/test/java/p/CalcTest.java": """package p;
import static org.junit.Assert.assertEquals;
import org.junit.Test;
public class CalcTest {
  @Test public void adds() { assertEquals(3, new Calc().add(1, 2)); }
}
""",
}
"""A project without a wrapper."""


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
    make_gradle(f"{name}:gradle", tmp_path_factory.mktemp("gradle"))
    context = tmp_path_factory.mktemp("dist")
    shutil.copy(wheel, context)
    (context / "requirements.txt").write_text(BUILD["list_requirements"]())
    shutil.copy(ROOT / "docker/refverify/Dockerfile", context)
    try:
        client.images.build(
            path=str(context),
            tag=f"{name}:product",
            buildargs={"BASE": f"{name}:base", "GRADLE": f"{name}:gradle"},
            network_mode="none",
            rm=True,
            forcerm=True,
        )
        yield f"{name}:product"
    finally:
        for each in ("base", "gradle"):
            remove_with_children(client, str(client.images.get(f"{name}:{each}").id))


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


def let_others_read(repository: Repository) -> None:
    for folder in (repository.path, *repository.path.parents[:-2]):
        folder.chmod(0o755)  # pytest's folders are the user's alone


def judge(
    client: docker.DockerClient, image: str, repository: Repository, *words: str, **options: Any
) -> dict[str, Any]:
    """Return the report of `check --level tests`, for any verdict."""
    let_others_read(repository)
    container = client.containers.run(
        image,
        ["check", "--level", "tests", "--format", "json", *words],
        detach=True,
        mounts=[
            docker.types.Mount("/repo", str(repository.path), type="bind", read_only=True),
            *options.pop("mounts", ()),
        ],
        **options,
    )
    try:
        container.wait()
        printed = container.logs(stdout=True, stderr=False)
        assert printed, container.logs().decode()
    finally:
        container.remove(force=True, v=True)
    report: dict[str, Any] = json.loads(printed)
    return report


def rules_of(report: dict[str, Any]) -> set[str]:
    return {each["rule_id"] for unit in report["units"] for each in unit["findings"]}


@dataclass(frozen=True, kw_only=True)
class Wrong:
    """A project, and an edit of one of its files that only its tests find."""

    files: dict[str, str | bytes]
    path: str
    right: str
    other: str

    def write(self, folder: Path) -> Repository:
        repository = Repository.create(folder / "repository")
        repository.commit(self.files, "start")
        file = repository.path / self.path
        text = file.read_text()
        assert self.right in text
        file.write_text(text.replace(self.right, self.other))
        return repository


SHOPS_SUM = Wrong(files=MAVEN, path=PRICES, right="sum += price", other="sum -= price")
CALCS_SUM = Wrong(files=GRADLE, path="src/main/java/p/Calc.java", right="a + b", other="a - b")


def test_with_the_socket_the_hosts_engine_runs_the_jobs(
    client: docker.DockerClient, image: str, tmp_path: Path
) -> None:
    """The repository, the cache and the temporary files have other paths on the host."""
    repository = SHOPS_SUM.write(tmp_path)
    socket = docker.types.Mount(str(SOCKET), str(SOCKET), type="bind")

    found = judge(client, image, repository, mounts=[socket], group_add=[SOCKET.stat().st_gid])

    # test_check.py has the same answer on the host.
    assert (found["behaviour"], found["decision"]) == ("refuted", "failed")
    assert "TEST_FAILED" in rules_of(found)


@pytest.mark.parametrize(
    "project", [SHOPS_SUM, CALCS_SUM], ids=["Maven", "Gradle without a wrapper"]
)
def test_a_disposable_container_is_enough_for_ones_own_code(
    client: docker.DockerClient, image: str, tmp_path: Path, project: Wrong
) -> None:
    repository = project.write(tmp_path)

    found = judge(
        client,
        image,
        repository,
        *("--sandbox", "local"),
        cap_drop=["ALL"],
        security_opt=["no-new-privileges"],
    )

    assert (found["behaviour"], found["decision"]) == ("refuted", "failed")
    assert "TEST_FAILED" in rules_of(found)


def test_a_mounted_repository_gets_its_verdict_for_any_user(
    client: docker.DockerClient, image: str, edited: Repository
) -> None:
    """With a user who is not the image's: the home folder and the cache can be written."""
    let_others_read(edited)

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
    script = """id -u; git --version; javac -version; mvn --version; gradle --version
        touch /cache/x ~/x"""

    said = run(client, image, ["-ec", script], entrypoint="sh")

    assert said.startswith("10001\ngit version ")
    assert "\njavac " in said
    assert "Apache Maven " in said
    assert "\nGradle " in said


def test_it_keeps_its_cache_and_temporary_files_in_volumes(
    client: docker.DockerClient, image: str
) -> None:
    config = client.images.get(image).attrs["Config"]

    assert config["User"] == "10001:10001"
    assert set(config["Volumes"]) == {"/cache", "/tmp"}
    assert {"HOME=/home/refverify", "REFVERIFY_CACHE=/cache"} <= set(config["Env"])
