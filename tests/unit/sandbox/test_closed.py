"""A closed sandbox runs nothing: a worker that was still busy at a stop cannot start another job."""

import pytest

from verifier.errors import SandboxError
from verifier.sandbox.base import Job
from verifier.sandbox.local import LocalSandbox


def test_a_closed_sandbox_refuses_jobs() -> None:
    with LocalSandbox() as sandbox:
        assert sandbox.run(Job(command=("true",))).exit_code == 0

    with pytest.raises(SandboxError, match="closed"):
        sandbox.run(Job(command=("true",)))
