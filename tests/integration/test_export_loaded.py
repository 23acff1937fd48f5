"""What `export` writes, loaded as others load it: pandas, and the library `datasets`, without a network."""

import importlib.util
import os
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.conftest import MakeRepository
from tests.support.instance_sets import AFTER, BEFORE, extraction, validation_fields
from tests.support.instances import NO_TEXT
from tests.unit.publishing.test_licences import GPL, MIT
from verifier.cli.main import main
from verifier.domain.instance_columns import ColumnKind
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Step
from verifier.publishing.hugging_face import DATA
from verifier.publishing.rows import COLUMNS
from verifier.tools.records import to_line

DTYPES = {ColumnKind.TEXT: "string", ColumnKind.COUNT: "int64", ColumnKind.FLAG: "bool"}


@pytest.fixture
def source(make_repository: MakeRepository, tmp_path: Path) -> Path:
    """Validated and other instances, with hard texts, of two repositories, one of them not permissive."""
    made = []
    for name, licence in (("mit", MIT), ("gpl", GPL)):
        writer = make_repository(name)
        parent = writer.commit({"A.java": BEFORE, "LICENSE": licence})
        commit = writer.commit({"A.java": AFTER})
        place = {"repo": name, "parent": parent, "commit": commit}
        made += [
            extraction(id=f"{name}1", patch="diff é\r\n\u2028😀\n", **place, **validation_fields()),
            extraction(id=f"{name}2", **place, **validation_fields(Step.BUILDS_AFTER)),
            extraction(
                id=f"{name}3", type=RefactoringType.MOVE_METHOD, before_sources=NO_TEXT, **place
            ),
        ]
    path = tmp_path / "i.jsonl"
    path.write_bytes(b"".join(map(to_line, made)))
    return path


def export_set(source: Path, form: str, output: str, *words: str) -> Path:
    target = source.with_name(output)
    repos = [f"--repo={name}={source.parent / name}" for name in ("mit", "gpl")]
    options = ["-i", str(source), "--to", form, "-o", str(target), *repos, *words]
    assert main(["-q", "export", *options]) == 0
    return target


def test_all_texts_come_back_byte_for_byte(source: Path, tmp_path: Path) -> None:
    table = export_set(source, "parquet", "all.parquet", "--licences", "any")
    back = tmp_path / "back.jsonl"

    assert main(["-q", "export", "-i", str(table), "--to", "jsonl", "-o", str(back)]) == 0

    assert back.read_bytes() == source.read_bytes()


def test_pandas_reads_file_and_folder(source: Path) -> None:
    folder = export_set(source, "hf", "folder")

    for path in (export_set(source, "parquet", "some.parquet"), folder / DATA):
        frame = pd.read_parquet(path)
        assert list(frame.columns) == [column.name for column in COLUMNS]
        assert list(frame["id"]) == ["mit1", "mit2", "mit3", "gpl1", "gpl2", "gpl3"]
        assert list(frame["texts"]) == ["included"] * 3 + ["withheld"] * 3
        assert frame["patch"][0] == "diff é\r\n\u2028😀\n"


@pytest.fixture
def load_dataset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`datasets.load_dataset`, kept from the network and from the home folder."""
    spec = importlib.util.find_spec("datasets")
    if spec is None or spec.origin is None:  # Our own folder of that name has no origin.
        reason = "datasets is not installed: it is in the extra `dev`"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from datasets import load_dataset

    def load(*words: Any, **more: Any) -> Any:
        return load_dataset(*words, cache_dir=str(tmp_path / "cache"), split="train", **more)

    return load


def test_the_library_datasets_reads_the_file_with_its_types(
    source: Path, load_dataset: Any
) -> None:
    table = export_set(source, "parquet", "some.parquet")

    found = load_dataset("parquet", data_files=str(table))

    kinds = {name: feature.dtype for name, feature in found.features.items()}
    assert kinds == {column.name: DTYPES[column.kind] for column in COLUMNS}
    assert found["id"][:2] == ["mit1", "mit2"]
    first, second, *_ = found
    assert (first["covered_before"], first["lines_before"], first["golden"]) == (3, 4, "passed")
    assert second["builds_after"] == "inconclusive: BASE_INVALID"
    assert (first["method_before"], first["patch"]) == (BEFORE, "diff é\r\n\u2028😀\n")
    assert found[3]["method_before"] is None


def test_the_library_datasets_reads_the_folder_by_its_card(source: Path, load_dataset: Any) -> None:
    folder = export_set(source, "hf", "folder")

    found = load_dataset(str(folder))

    assert found.num_rows == 6
    assert found.column_names == [column.name for column in COLUMNS]
    assert list(found["record"]) == list(pd.read_parquet(folder / DATA)["record"])
