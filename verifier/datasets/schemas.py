"""The JSON Schemas of the records, generated from the domain's types."""

import json
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools.records import schema

RECORDS: dict[str, type] = {"instance": Instance, "prediction": Prediction, "verdict": Verdict}
"""Record types by the name of their schema file."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(record_type: type) -> str:
    """The schema of one JSONL line of this type, as it stands in its file."""
    content = {"$schema": DIALECT, **schema(record_type)}
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write `<name>.json` for every record type; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, record_type in RECORDS.items():
        path = folder / f"{name}.json"
        path.write_text(schema_text(record_type), encoding="utf-8")
        paths.append(path)
    return paths
