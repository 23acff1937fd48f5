"""Validate the output of commands against the schema of its kind."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema

from verifier.datasets.catalogue import datasets_folder

SCHEMAS = datasets_folder() / "schema"


def satisfies(kind: str, records: Iterable[object]) -> None:
    schema = json.loads((SCHEMAS / f"{kind}.json").read_text(encoding="utf-8"))
    checker = jsonschema.Draft202012Validator(schema)
    found = list(records)
    assert found
    for record in found:
        checker.validate(record)
        assert "Limits(" not in json.dumps(record)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
