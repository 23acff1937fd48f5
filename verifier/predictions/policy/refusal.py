"""Refuse paths and modes that no prediction may have, before anything is applied."""

from collections.abc import Iterable

from verifier.domain.outcome import Reason
from verifier.domain.paths import unsafe_reason
from verifier.domain.source import SUBMODULE, SYMBOLIC_LINK, Rejection
from verifier.predictions.policy.rules import PolicyFinding, PolicyRule

_LINK_MODES = {SYMBOLIC_LINK: PolicyRule.SYMBOLIC_LINK, SUBMODULE: PolicyRule.SUBMODULE}


def refuse_paths(paths: Iterable[str]) -> Rejection | None:
    """Return the rejection for the first path that leaves the tree; None if every path is safe."""
    for path in paths:
        reason = unsafe_reason(path)
        if reason is not None:
            return _rejection(PolicyRule.PATH_ESCAPE, path, reason)
    return None


def refuse_modes(modes: Iterable[str], path: str) -> Rejection | None:
    """Return the rejection for a symbolic link or a submodule among file modes; None without one."""
    for mode in modes:
        if mode in _LINK_MODES:
            return _rejection(_LINK_MODES[mode], path, f"mode {mode}")
    return None


def _rejection(rule: PolicyRule, path: str, what: str) -> Rejection:
    shown = path.encode("utf-8", "backslashreplace").decode()
    finding = PolicyFinding(rule=rule, path=shown, line=0, what=what)
    return Rejection(reason=Reason.POLICY, details=str(finding))
