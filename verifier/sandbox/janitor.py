"""Remove what dead controllers left behind: containers by label, folders by name."""

import logging
import time
from dataclasses import dataclass, field
from typing import Any

import docker

from verifier.errors import SandboxError
from verifier.sandbox.container import remove_container
from verifier.sandbox.engine import engine_errors, open_client
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import reap_folders

RUN_LABEL = "refverify.run"
JOB_LABEL = "refverify.job"
LEASE_LABEL = "refverify.lease"
SECONDS_BETWEEN_SWEEPS = 300.0
OLDEST_STRANGER_SECONDS = 86_400.0
"""Containers of controllers that this machine cannot see are removed at this age."""

_log = logging.getLogger(__name__)


@dataclass(kw_only=True)
class Janitor:
    """Cleans up for one run: orphans of others at the start and periodically, its own containers at
    the end.

    `api` is the engine's API version, if it is known.
    """

    run: str
    api: str | None = None
    _lease: Lease = field(default_factory=Lease.own)
    _last_sweep: float = field(default_factory=time.monotonic)

    def labels(self, job: str) -> dict[str, str]:
        """Return the labels that a container needs so that it can be found and its owner checked."""
        return {RUN_LABEL: self.run, JOB_LABEL: job, LEASE_LABEL: str(self._lease)}

    def reap(self) -> int:
        """Remove containers and folders of dead controllers; return their number.

        Raises:
            SandboxError: the engine does not answer or refuses.
        """
        self._last_sweep = time.monotonic()
        return self._remove(own=False)

    def _remove(self, *, own: bool) -> int:
        """Remove orphans, and with `own` also the containers of this run; return the number of orphans."""
        with open_client(self.api) as client:
            found = _list_labelled(client, LEASE_LABEL)
            for mine in (c for c in found if own and c["Labels"].get(RUN_LABEL) == self.run):
                remove_container(client, mine["Id"])
            orphans = [c for c in found if is_orphan(c)]
            for orphan in orphans:
                _log.info("%s", farewell(orphan))
                remove_container(client, orphan["Id"])
        return len(orphans) + reap_folders()

    def reap_now_and_then(self) -> None:
        """Call `reap` if the last call is more than five minutes ago; called before every job."""
        if time.monotonic() - self._last_sweep > SECONDS_BETWEEN_SWEEPS:
            self.reap()

    def finish(self) -> None:
        """Remove all containers of this run and orphans of others; log what cannot be removed."""
        try:
            self._remove(own=True)
        except SandboxError as error:
            _log.warning("could not clean up: %s", error.message)


def _list_labelled(client: docker.APIClient, label: str) -> list[dict[str, Any]]:
    with engine_errors("list containers"):
        found: list[dict[str, Any]] = client.containers(all=True, filters={"label": [label]})
    return found


def farewell(orphan: dict[str, Any]) -> str:
    """Return the log message about the removal of an orphan."""
    return f"removing the container {orphan['Id'][:12]}, which a run that is gone left behind"


def is_orphan(container: dict[str, Any]) -> bool:
    """Whether a labelled container's controller is dead, or has been invisible for more than a day."""
    lease = Lease.parse(container["Labels"].get(LEASE_LABEL, ""))
    old = time.time() - container["Created"] > OLDEST_STRANGER_SECONDS
    return lease is None or lease.dead or (old and not lease.visible)
