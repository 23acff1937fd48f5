import time
from dataclasses import replace

import pytest

from verifier.sandbox.janitor import (
    JOB_LABEL,
    LEASE_LABEL,
    RUN_LABEL,
    Janitor,
    farewell,
    is_orphan,
)
from verifier.tools.storage.lease import Lease

OWN = Lease.own()
DAY = 86_400


def container(lease: str, age: float = 0) -> dict[str, object]:
    return {"Id": "x", "Labels": {LEASE_LABEL: lease}, "Created": time.time() - age}


def test_a_container_carries_its_run_its_job_and_its_controller() -> None:
    labels = Janitor(run="run").labels("prediction")
    assert labels == {RUN_LABEL: "run", JOB_LABEL: "prediction", LEASE_LABEL: str(OWN)}


@pytest.mark.parametrize(
    ("lease", "age", "orphan"),
    [
        (OWN, 0, False),
        (OWN, 30 * DAY, False),
        (replace(OWN, started="1"), 0, True),
        (replace(OWN, boot="earlier"), 0, True),
        (replace(OWN, namespace="1"), 0, False),
        (replace(OWN, namespace="1"), 2 * DAY, True),
    ],
    ids=["alive", "alive for long", "dead", "before the boot", "unseen", "unseen for long"],
)
def test_only_containers_without_a_living_controller_are_orphans(
    lease: Lease, age: float, orphan: bool
) -> None:
    assert is_orphan(container(str(lease), age)) is orphan


def test_a_container_whose_lease_cannot_be_read_is_an_orphan() -> None:
    assert is_orphan(container("nonsense"))


def test_what_is_removed_is_called_by_what_a_user_knows_of_it() -> None:
    assert farewell({"Id": "0123456789abcdef"}) == (
        "removing the container 0123456789ab, which a run that is gone left behind"
    )
