"""The fields of a sandbox's job as the words of a function call."""

from collections.abc import Mapping
from typing import TypedDict

from verifier.sandbox.base import JobLimits, Mount


class JobFields(TypedDict, total=False):
    """Everything that a test says of a job except its command."""

    mounts: tuple[Mount, ...]
    writable: tuple[Mount, ...]
    copies: Mapping[str, Mount]
    files: Mapping[str, bytes | None]
    env: Mapping[str, str]
    stdin: bytes
    results: tuple[str, ...]
    watched: tuple[str, ...]
    limits: JobLimits
    network: bool
    label: str
