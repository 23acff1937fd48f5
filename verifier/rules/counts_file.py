"""Measured pass counts from a JSON file."""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.pass_counts import PassBar, TestCounts
from verifier.errors import InputError
from verifier.tools.records import from_json
from verifier.utf8 import without_mark


@dataclass(frozen=True, kw_only=True, slots=True)
class CountsFile:
    """Test counts of runs on base and golden tree, and on the prediction; null if a run gave no counts."""

    base: tuple[TestCounts | None, ...]
    golden: tuple[TestCounts | None, ...]
    prediction: TestCounts | None

    def passes(self, *, paper_crash: bool = False) -> bool | None:
        """Return PASS of the prediction; None if a tree has no usable run."""
        bar = PassBar.of(self.base, self.golden, paper_crash=paper_crash)
        return None if bar is None else bar.admits(self.prediction, paper_crash=paper_crash)


def read_counts(path: Path) -> CountsFile:
    """Read the file.

    Raises:
        InputError: it cannot be read, or has other fields.
    """
    try:
        return from_json(CountsFile, without_mark(path.read_bytes(), "it"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except InputError as error:
        raise InputError(
            f"{path}: {error.message}",
            hint='It must be like {"base": [{"passed": 9, "failed": 0}], "golden": [null],'
            ' "prediction": {"passed": 9, "failed": 0}}.',
        ) from error
