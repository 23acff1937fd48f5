"""refverify: is a Java refactoring real, pure and behaviour-preserving?

The package has layers, and imports point down. docs/architecture.md shows them, and the import contract
in pyproject.toml checks them.

The public names are in `__all__`; each is loaded when it is first used (see `docs/python.md`).
Everything else may move between versions.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from verifier.analysis.warm import warm
    from verifier.domain.instance import Instance
    from verifier.domain.outcome import CheckName, Reason, Status
    from verifier.domain.prediction import Prediction
    from verifier.domain.refactoring_types import RefactoringType
    from verifier.domain.verdict import Verdict
    from verifier.errors import VerifierError
    from verifier.frames import instance_frame, verdict_frame
    from verifier.judging.gate import Change, GateOptions, judge_patch
    from verifier.workflows.public_face import (
        mine,
        read_instances,
        read_predictions,
        read_verdicts,
        write_records,
    )
else:

    def __getattr__(name: str) -> object:
        """Load a public name (PEP 562); importing the package alone loads nothing."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(home), name)
        return value


__all__ = [
    "Change",
    "CheckName",
    "GateOptions",
    "Instance",
    "Prediction",
    "Reason",
    "RefactoringType",
    "Status",
    "Verdict",
    "VerifierError",
    "__version__",
    "instance_frame",
    "judge_patch",
    "mine",
    "read_instances",
    "read_predictions",
    "read_verdicts",
    "verdict_frame",
    "warm",
    "write_records",
]

_HOMES = {
    "Change": "verifier.judging.gate",
    "CheckName": "verifier.domain.outcome",
    "GateOptions": "verifier.judging.gate",
    "Instance": "verifier.domain.instance",
    "Prediction": "verifier.domain.prediction",
    "Reason": "verifier.domain.outcome",
    "RefactoringType": "verifier.domain.refactoring_types",
    "Status": "verifier.domain.outcome",
    "Verdict": "verifier.domain.verdict",
    "VerifierError": "verifier.errors",
    "instance_frame": "verifier.frames",
    "judge_patch": "verifier.judging.gate",
    "mine": "verifier.workflows.public_face",
    "read_instances": "verifier.workflows.public_face",
    "read_predictions": "verifier.workflows.public_face",
    "read_verdicts": "verifier.workflows.public_face",
    "verdict_frame": "verifier.frames",
    "warm": "verifier.analysis.warm",
    "write_records": "verifier.workflows.public_face",
}


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *__all__})
