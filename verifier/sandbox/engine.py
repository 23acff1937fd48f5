"""The only place that opens a Docker client and translates its errors."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import docker
import docker.errors
import requests

from verifier.errors import SandboxError

API_SECONDS = 60
ENGINE_HINT = (
    "Start a Docker engine (`dockerd`, or scripts/engine), or pass `--sandbox local`, which"
    " isolates nothing."
)
UNSEEN = "the engine does not see refverify's folders: {folder}"
UNSEEN_HINT = (
    "Use an engine of this machine, or keep TMPDIR and the cache in folders that it can mount; see"
    " docs/image.md."
)
_NO_SOURCE = re.compile(r"bind source path does not exist: (\S+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineFacts:
    """Identifies the engine; part of the probe's cache key and of every record.

    `runtime` starts the containers: the one that the user named, otherwise the engine's default.
    `runtimes` are all that the engine knows, sorted.
    """

    identity: str
    name: str
    version: str
    api: str
    cgroup: str
    runtime: str = ""
    runtimes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.version} (cgroup v{self.cgroup})"


@contextmanager
def engine_errors(doing: str) -> Iterator[None]:
    """Convert the client's exceptions into SandboxError; `doing` completes "cannot ...".

    Raises:
        SandboxError: in place of the errors of docker-py and requests.
    """
    try:
        yield
    except docker.errors.ImageNotFound as error:
        raise SandboxError(
            f"cannot {doing}: the image is not there",
            hint="Leave --image out to build the default image, or pull the one you named.",
        ) from error
    except docker.errors.APIError as error:
        unseen = _NO_SOURCE.search(str(error.explanation))
        if unseen:
            raise SandboxError(UNSEEN.format(folder=unseen[1]), hint=UNSEEN_HINT) from error
        raise SandboxError(
            f"cannot {doing}: {error.explanation or error}", hint="See the engine's log."
        ) from error
    except (docker.errors.DockerException, requests.RequestException, OSError) as error:
        raise SandboxError(
            f"cannot {doing}: the engine does not answer ({_cause(error)})", hint=ENGINE_HINT
        ) from error


_CAUSES = {
    "FileNotFoundError": "its socket is not there",
    "ConnectionRefusedError": "it refuses the connection",
    "PermissionError": "this user may not use its socket",
}
"""What the client's nested errors come to."""


def _cause(error: Exception) -> str:
    text = str(error)
    return next((said for name, said in _CAUSES.items() if name in text), text)


@contextmanager
def open_client(version: str | None = None) -> Iterator[docker.APIClient]:
    """Yield a client of the engine that the environment names (DOCKER_HOST and others).

    One client serves one thread. `version` avoids a request for the API version.

    Raises:
        SandboxError: no engine answers.
    """
    with engine_errors("reach the Docker engine"):
        settings = docker.utils.kwargs_from_env()
        client = docker.APIClient(version=version or "auto", timeout=API_SECONDS, **settings)
    try:
        yield client
    finally:
        client.close()


def ask_engine(runtime: str | None = None) -> EngineFacts:
    """Ask the engine for its identity, version and runtimes. `runtime` is the one that the user named.

    Raises:
        SandboxError: no engine answers, or it does not know the runtime.
    """
    with open_client() as client, engine_errors("ask the Docker engine what it is"):
        info, version = client.info(), client.version()
        facts = EngineFacts(
            identity=str(info.get("ID", "")),
            name=str(version.get("Platform", {}).get("Name") or "Docker"),
            version=str(version["Version"]),
            api=str(client.api_version),
            cgroup=str(info.get("CgroupVersion", "1")),
            runtime=runtime or str(info.get("DefaultRuntime", "")),
            runtimes=tuple(sorted(info.get("Runtimes") or ())),
        )
    if runtime is not None and runtime not in facts.runtimes:
        raise SandboxError(
            f"{facts} does not know the runtime {runtime!r}; it knows: {', '.join(facts.runtimes)}",
            hint="Name one of these, or install the runtime and add it to the engine's daemon.json.",
        )
    return facts
