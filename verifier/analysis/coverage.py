"""Coverage from JaCoCo's library in the analysis JVM, which answers in JSON."""

import json
from collections.abc import Mapping
from typing import Any

from verifier.analysis import jvm
from verifier.domain.coverage import (
    Counter,
    Coverage,
    CoverageRequest,
    LineCoverage,
    MethodCoverage,
)

READING = "org.refverify.coverage.RecordingReader"


def read(request: CoverageRequest) -> Coverage:
    """Read what was executed. `forged` describes a recording that no agent can have written."""
    answer = jvm.java(READING).of(
        jvm.string(str(request.recording)),
        jvm.string_list(request.folders),
        jvm.strings(request.sources),
        jvm.strings(request.expected),
    )
    return coverage_of(json.loads(str(answer)))


def coverage_of(plain: Mapping[str, Any]) -> Coverage:
    """The domain's coverage from the JSON of the Java side."""
    return Coverage(
        methods=tuple(map(_method, plain["methods"])),
        tests=tuple(plain["tests"]),
        silent=tuple(plain["silent"]),
        unmatched=tuple(plain["unmatched"]),
        forged=plain["forged"],
    )


def _method(plain: Mapping[str, Any]) -> MethodCoverage:
    return MethodCoverage(
        class_name=plain["class"],
        name=plain["name"],
        descriptor=plain["descriptor"],
        file=plain["file"],
        lines=tuple(_line(*line) for line in plain["lines"]),
        within=tuple(plain["within"]),
        tests=tuple(plain["tests"]),
    )


def _line(number: int, ran: int, instructions: int, taken: int, branches: int) -> LineCoverage:
    return LineCoverage(
        number=number,
        instructions=Counter(covered=ran, total=instructions),
        branches=Counter(covered=taken, total=branches),
    )
