"""Choose the sandbox of a run: docker, unless local is requested by name."""

from enum import StrEnum
from typing import assert_never

from verifier.errors import UsageError
from verifier.sandbox.base import Sandbox


class SandboxKind(StrEnum):
    """`auto` means docker: there is no fallback that runs hostile code unprotected."""

    AUTO = "auto"
    DOCKER = "docker"
    LOCAL = "local"


def open_sandbox(
    kind: str = SandboxKind.AUTO,
    *,
    image: str | None = None,
    tolerate: frozenset[str] = frozenset(),
) -> Sandbox:
    """Return the sandbox of a kind, to be entered with `with`.

    `image` overrides docker's default image; `tolerate` names limits whose absence is accepted.

    Raises:
        UsageError: no such kind, or an image for the local sandbox.
        SandboxError: on entering, if no engine answers or it ignores its limits.
    """
    try:
        chosen = SandboxKind(kind)
    except ValueError as error:
        raise UsageError(
            f"{kind!r} is not a sandbox", hint=f"Choose one of: {', '.join(SandboxKind)}."
        ) from error
    match chosen:
        case SandboxKind.AUTO | SandboxKind.DOCKER:
            from verifier.sandbox.docker import DockerSandbox

            return DockerSandbox(image=image, tolerate=tolerate)
        case SandboxKind.LOCAL:
            if image is not None:
                raise UsageError("the local sandbox has no image", hint="Leave --image out.")
            from verifier.sandbox.local import LocalSandbox

            return LocalSandbox()
        case _:
            assert_never(chosen)
