"""Where the engine finds the files of this process, if the process runs in a container of that engine.

The engine mounts folders of its own machine. A file in a mount of our container is on that machine, at
another path. All other files are in our image, and a job's container has them if it is made from that
image.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import docker
import docker.errors

from verifier.errors import SandboxError
from verifier.sandbox.engine import engine_errors

_MOUNTS = Path("/proc/self/mountinfo")
_ID = re.compile(r"containers/([0-9a-f]{64})/\S+ /etc/(?:hostname|hosts|resolv\.conf) ")
"""The files of a container that an engine keeps on its machine and mounts, by the container's id."""
_ON_DISK = frozenset({"bind", "volume"})


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnContainer:
    """The container that this process runs in.

    `image` is the id of its image, and `name` the name that it was started by. `created` is in seconds
    since 1970. `mounts` maps folders of the container to folders of the engine's machine, or to None for
    memory. `jobs_image` is the id of the image of the jobs.
    """

    image: str
    name: str
    created: float
    mounts: tuple[tuple[Path, Path | None], ...]
    jobs_image: str = ""

    def is_in_image(self, path: Path) -> bool:
        """Tell whether a path is in no mount, so that it is in the image."""
        return self._mount_of(path) is None

    def place_of(self, path: Path) -> Path:
        """Return the path on the engine's machine of a path in a mount.

        Raises:
            SandboxError: the engine cannot mount it.
        """
        here, there = self._mount_of(path) or (path, None)
        if there is None:
            raise _unseen(path)
        if any(other != path and other.is_relative_to(path) for other, _ in self.mounts):
            # The engine would leave out the mounts below it.
            raise _unseen(path)
        return there / path.relative_to(here)

    def check_in_image(self, path: Path) -> None:
        """Check that the containers of jobs have a path that is in no mount.

        Raises:
            SandboxError: they are made from another image, or the path is newer than our container.
        """
        if self.jobs_image != self.image or path.stat().st_ctime >= self.created:
            raise _unseen(path)

    def _mount_of(self, path: Path) -> tuple[Path, Path | None] | None:
        found = [each for each in self.mounts if path.is_relative_to(each[0])]
        return max(found, key=lambda each: len(each[0].parts), default=None)


def _unseen(path: Path) -> SandboxError:
    return SandboxError(
        f"the engine cannot mount {path} of refverify's own container",
        hint="Leave --image out, and keep TMPDIR and the cache in volumes; see docs/image.md.",
    )


def find_own_container(client: docker.APIClient) -> OwnContainer | None:
    """Return the container that this process runs in; None if the engine does not know one.

    Raises:
        SandboxError: the engine failed.
    """
    try:
        match = _ID.search(_MOUNTS.read_text("utf-8", "replace"))
    except OSError:
        return None
    if match is None:
        return None
    with engine_errors("inspect refverify's own container"):
        try:
            return read_container(client.inspect_container(match[1]))
        except docker.errors.NotFound:
            # The engine runs in this container too, or on another machine.
            return None


def read_container(shown: dict[str, Any]) -> OwnContainer:
    """Read the engine's description of the container that this process runs in."""
    # The engine names a mount as the user did, and follows links to it, such as /lib to /usr/lib.
    mounts = (
        (
            Path(each["Destination"]).resolve(),
            Path(each["Source"]) if each["Type"] in _ON_DISK else None,
        )
        for each in shown["Mounts"]
    )
    memory = ((Path(path).resolve(), None) for path in shown["HostConfig"].get("Tmpfs") or ())
    return OwnContainer(
        image=str(shown["Image"]),
        name=str(shown["Config"]["Image"]),
        created=datetime.fromisoformat(shown["Created"]).timestamp(),
        mounts=(*mounts, *memory),
    )
