"""CodeBLEU of Java texts: the `codebleu` package's four parts, without values for parts that lack
data.

The package (Ren et al., 2020) gives 0.25 to an empty prediction. It counts a data-flow part of 0 as
a full match, even if 0 was measured. Its own figure is kept as `raw`, so that published numbers
stay comparable.
"""

import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_LANGUAGE = "java"
_WEIGHT = 0.25


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeBleu:
    """Similarity of two texts, each figure from 0 to 1; None if it cannot be measured.

    `score` is the mean of the parts that have a value. `raw` is the package's own figure; None only
    if the package has none (an empty reference).
    """

    score: float | None
    raw: float | None
    ngram: float | None = None
    weighted_ngram: float | None = None
    syntax: float | None = None
    dataflow: float | None = None

    @property
    def parts(self) -> Mapping[str, float | None]:
        """The four parts by name."""
        return {
            "ngram": self.ngram,
            "weighted_ngram": self.weighted_ngram,
            "syntax": self.syntax,
            "dataflow": self.dataflow,
        }


def has_codebleu() -> bool:
    """Tell whether the package is installed; no release of it fits Python 3.13 and newer."""
    # None marks a module that cannot be imported.
    return sys.modules.get("codebleu", ...) is not None and find_spec("codebleu") is not None


def codebleu(reference: str, prediction: str) -> CodeBleu:
    """Compare a prediction's text with the developers'; equal texts score 1.

    An empty prediction has no score, only the package's own figure; an empty reference has neither.
    """
    if not reference.strip():
        return CodeBleu(score=None, raw=None)
    package, dataflow = _load()
    raw = package.calc_codebleu([reference], [prediction], lang=_LANGUAGE)
    if not prediction.strip():
        return CodeBleu(score=None, raw=raw["codebleu"])
    flow = raw["dataflow_match_score"] if _has_data_flow(dataflow, reference) else None
    parts = (
        raw["ngram_match_score"],
        raw["weighted_ngram_match_score"],
        raw["syntax_match_score"],
        flow,
    )
    known = [part for part in parts if part is not None]
    return CodeBleu(
        score=sum(_WEIGHT * part for part in known) / (_WEIGHT * len(known)),
        raw=raw["codebleu"],
        ngram=parts[0],
        weighted_ngram=parts[1],
        syntax=parts[2],
        dataflow=flow,
    )


def _has_data_flow(dataflow: ModuleType, reference: str) -> bool:
    parser = dataflow.Parser()
    parser.language = dataflow.get_tree_sitter_language(_LANGUAGE)
    plain = dataflow.remove_comments_and_docstrings(reference, _LANGUAGE)
    graph = dataflow.get_data_flow(plain, [parser, dataflow.dfg_function[_LANGUAGE]])
    return bool(dataflow.normalize_dataflow(graph))


@cache
def _load() -> tuple[ModuleType, ModuleType]:
    """Import the package; redirect its warning to our logger and make the order of its graphs
    deterministic.

    The package logs to the root logger, and merges names through sets of strings, so its figure
    would depend on the process's hash seed.
    """
    import codebleu
    from codebleu import dataflow_match

    module: Any = dataflow_match
    module.logging = _Quiet()
    original = module.get_data_flow

    def in_fixed_order(code: str, parser: list[object]) -> list[tuple[object, ...]]:
        return [(*node[:3], sorted(node[3]), sorted(node[4])) for node in original(code, parser)]

    module.get_data_flow = in_fixed_order
    return codebleu, dataflow_match


class _Quiet:
    """Replaces the logging module inside the package."""

    def warning(self, message: str) -> None:
        logging.getLogger(__name__).debug(message)
