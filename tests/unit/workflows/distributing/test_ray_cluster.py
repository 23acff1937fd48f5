"""Which clusters are refused before anything is sent. Tests with a cluster are in tests/integration."""

import socket
import sys
from typing import Any

import pytest

from verifier.errors import ClusterError, MissingToolError, UsageError
from verifier.workflows.distributing.ray_cluster import ClusterChoice, _find_nodes, open_cluster


class Nodes:
    """What Ray says about the nodes of a cluster."""

    def nodes(self) -> list[dict[str, Any]]:
        resources = {"refverify_slot": 4.0, "CPU": 10.0, "memory": 9e9}
        return [
            self.make("10.0.0.9", True, refverify_slot=2.0, CPU=1.0),
            self.make("10.0.0.1", True, **resources),
            self.make("10.0.0.3", False, **resources),
            self.make("10.0.0.4", True, CPU=8.0),
        ]

    def make(self, address: str, alive: bool, **resources: float) -> dict[str, Any]:
        facts = {"NodeID": address, "NodeManagerAddress": address}
        return {**facts, "Alive": alive, "Resources": resources}


def test_each_slot_has_a_whole_share_of_its_node() -> None:
    first, second = _find_nodes(Nodes())

    assert (first.address, first.slots) == ("10.0.0.1", 4)
    assert (first.cpus, first.memory_bytes) == (2, 2_250_000_000)
    assert (second.address, second.slots) == ("10.0.0.9", 2)
    assert (second.cpus, second.memory_bytes) == (0.5, 0)


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")


def refuse(address: str, *, without_token: bool = False) -> str:
    choice = ClusterChoice(address=address, without_token=without_token)
    with pytest.raises((UsageError, ClusterError, MissingToolError)) as told, open_cluster(choice):
        pass
    return f"{type(told.value).__name__}: {told.value.message}"


@pytest.mark.parametrize("address", ["", "auto", "local", "host", "ray://host:1", "host:", "a b:1"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    assert refuse(address) == f"UsageError: --address {address!r} is not HOST:PORT"


@pytest.mark.parametrize("mode", [None, "", "disabled"])
def test_a_cluster_without_a_token_is_refused(
    monkeypatch: pytest.MonkeyPatch, mode: str | None
) -> None:
    if mode is None:
        monkeypatch.delenv("RAY_AUTH_MODE")
    else:
        monkeypatch.setenv("RAY_AUTH_MODE", mode)

    assert "UsageError: 127.0.0.1:1: RAY_AUTH_MODE=token is not set" in refuse("127.0.0.1:1")
    assert "ClusterError: cannot reach" in refuse("127.0.0.1:1", without_token=True)


def test_an_address_that_does_not_answer_is_refused_at_once() -> None:
    assert "ClusterError: cannot reach 127.0.0.1:1: " in refuse("127.0.0.1:1")
    assert "ClusterError: cannot reach [::1]:99999: " in refuse("[::1]:99999")


def test_without_ray_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with socket.create_server(("127.0.0.1", 0)) as server:
        said = refuse(f"127.0.0.1:{server.getsockname()[1]}")

    assert said == "MissingToolError: --engine ray needs Ray, which is not installed"
