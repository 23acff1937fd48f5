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
    from verifier.domain.gate import (
        BehaviourAnswer,
        Decision,
        Demand,
        Extent,
        GateReport,
        Level,
        Question,
    )
    from verifier.domain.instance import Instance
    from verifier.domain.outcome import CheckName, Reason, Status
    from verifier.domain.prediction import Prediction
    from verifier.domain.refactoring import WantedRefactoring
    from verifier.domain.refactoring_traits import RefactoringType
    from verifier.domain.verdict import Verdict
    from verifier.errors import VerifierError
    from verifier.frames import instance_frame, verdict_frame
    from verifier.gates.change.selection import Source, SourceKind
    from verifier.gates.check import check
    from verifier.gates.request import CheckAnswer, CheckRequest
    from verifier.judging.options import JudgeOptions, ToolsetOptions
    from verifier.judging.run import InputFiles
    from verifier.mining.history import Selection
    from verifier.mining.instances import Wanted
    from verifier.mining.run import RunOptions
    from verifier.mining.session import MiningRequest
    from verifier.workflows.mining import Mined, MineRequest, Validating, mine_history, mine_list
    from verifier.workflows.public_face import (
        mine,
        read_instances,
        read_predictions,
        read_verdicts,
        write_records,
    )
    from verifier.workflows.verifying import VerifyRequest, verify
else:

    def __getattr__(name: str) -> object:
        """Load a public name (PEP 562); importing the package alone loads nothing."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(home), name)
        return value


__all__ = [
    "BehaviourAnswer",
    "CheckAnswer",
    "CheckName",
    "CheckRequest",
    "Decision",
    "Demand",
    "Extent",
    "GateReport",
    "InputFiles",
    "Instance",
    "JudgeOptions",
    "Level",
    "MineRequest",
    "Mined",
    "MiningRequest",
    "Prediction",
    "Question",
    "Reason",
    "RefactoringType",
    "RunOptions",
    "Selection",
    "Source",
    "SourceKind",
    "Status",
    "ToolsetOptions",
    "Validating",
    "Verdict",
    "VerifierError",
    "VerifyRequest",
    "Wanted",
    "WantedRefactoring",
    "__version__",
    "check",
    "instance_frame",
    "mine",
    "mine_history",
    "mine_list",
    "read_instances",
    "read_predictions",
    "read_verdicts",
    "verdict_frame",
    "verify",
    "warm",
    "write_records",
]

_HOMES = {
    "BehaviourAnswer": "verifier.domain.gate",
    "CheckAnswer": "verifier.gates.request",
    "CheckName": "verifier.domain.outcome",
    "CheckRequest": "verifier.gates.request",
    "Decision": "verifier.domain.gate",
    "Demand": "verifier.domain.gate",
    "Extent": "verifier.domain.gate",
    "GateReport": "verifier.domain.gate",
    "InputFiles": "verifier.judging.run",
    "Instance": "verifier.domain.instance",
    "JudgeOptions": "verifier.judging.options",
    "Level": "verifier.domain.gate",
    "MineRequest": "verifier.workflows.mining",
    "Mined": "verifier.workflows.mining",
    "MiningRequest": "verifier.mining.session",
    "Prediction": "verifier.domain.prediction",
    "Question": "verifier.domain.gate",
    "Reason": "verifier.domain.outcome",
    "RefactoringType": "verifier.domain.refactoring_traits",
    "RunOptions": "verifier.mining.run",
    "Selection": "verifier.mining.history",
    "Source": "verifier.gates.change.selection",
    "SourceKind": "verifier.gates.change.selection",
    "Status": "verifier.domain.outcome",
    "ToolsetOptions": "verifier.judging.options",
    "Validating": "verifier.workflows.mining",
    "Verdict": "verifier.domain.verdict",
    "VerifierError": "verifier.errors",
    "VerifyRequest": "verifier.workflows.verifying",
    "Wanted": "verifier.mining.instances",
    "WantedRefactoring": "verifier.domain.refactoring",
    "check": "verifier.gates.check",
    "instance_frame": "verifier.frames",
    "mine": "verifier.workflows.public_face",
    "mine_history": "verifier.workflows.mining",
    "mine_list": "verifier.workflows.mining",
    "read_instances": "verifier.workflows.public_face",
    "read_predictions": "verifier.workflows.public_face",
    "read_verdicts": "verifier.workflows.public_face",
    "verdict_frame": "verifier.frames",
    "verify": "verifier.workflows.verifying",
    "warm": "verifier.analysis.warm",
    "write_records": "verifier.workflows.public_face",
}


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *__all__})
