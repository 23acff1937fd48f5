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
    runtime: str | None = None,
    tolerate: frozenset[str] = frozenset(),
) -> Sandbox:
    """Return the sandbox of a kind, to be entered with `with`.

    `image` and `runtime` override docker's defaults; `tolerate` names limits whose absence is accepted.

    Raises:
        UsageError: no such kind, or an image or a runtime for the local sandbox.
        SandboxError: on entering, if no engine answers, it does not know the runtime, or it ignores its
            limits.
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

            return DockerSandbox(image=image, runtime=runtime, tolerate=tolerate)
        case SandboxKind.LOCAL:
            refuse_for_local("image", image)
            refuse_for_local("runtime", runtime)
            from verifier.sandbox.local import LocalSandbox

            return LocalSandbox()
        case _:
            assert_never(chosen)


def check_runtime(kind: str, runtime: str | None) -> None:
    """Refuse a runtime that cannot be used, before other work begins. None is never refused.

    Raises:
        UsageError: a runtime for the local sandbox.
        SandboxError: no engine answers, or it does not know the runtime.
    """
    if runtime is None:
        return
    if kind == SandboxKind.LOCAL:
        refuse_for_local("runtime", runtime)
    from verifier.sandbox.engine import ask_engine

    ask_engine(runtime)


def refuse_for_local(name: str, value: str | None) -> None:
    """Refuse an option of containers for the local sandbox.

    Raises:
        UsageError: it has a value.
    """
    if value is not None:
        raise UsageError(f"the local sandbox has no {name}", hint=f"Leave --{name} out.")
