"""One campaign of the fuzzing engine on two bodies of a class."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.warm_java import fuzz, javac
from verifier.tools.jdk import Jdk

WRAPPED = "public class Subject {{ static int calls; {body} }}"


def fuzz_members(
    old: str, new: str, place: Path, jdk: Jdk, *, executions: int = 80, emit: bool = True
) -> Mapping[str, Any]:
    """Run a campaign on ``class Subject`` with the old and the new members. Return the result
    record.
    """
    for version, body in (("old", old), ("new", new)):
        source = place / version / "Subject.java"
        source.parent.mkdir()
        source.write_text(WRAPPED.format(body=body), encoding="utf-8")
        javac(jdk, "-g", "-nowarn", source)
    out = place / "out"
    folders: list[str | Path] = ["--old", place / "old", "--new", place / "new", "--out", out]
    budget = ["--executions", str(executions), "--seconds", "60"]
    without = [] if emit else ["--no-test"]
    fuzz(jdk, *folders, *budget, *without)
    found: Mapping[str, Any] = json.loads((out / "result.json").read_text(encoding="utf-8"))
    return found
