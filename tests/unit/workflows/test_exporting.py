"""Instances of a repository with a licence, written in each form and read by those it is meant for."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from tests.conftest import MakeRepository
from tests.support.instances import NO_TEXT, make_mined
from tests.unit.publishing.test_licences import GPL, MIT
from verifier.cli.main import main
from verifier.datasets.swe_refactor_records import read_release
from verifier.domain.refactoring import CodeRange, MethodId, RefactoringSide
from verifier.errors import RepositoryError, UsageError
from verifier.publishing.licences import Allowed
from verifier.tools.records import to_line
from verifier.workflows.exporting import Exported, ExportForm, ExportRequest, export

if TYPE_CHECKING:
    from verifier.domain.instance import Instance

PATH = "src/p/A.java"
BEFORE = "package p;\nclass A {\n  class In {\n    int f() { return 1; }\n  }\n}\n"
AFTER = BEFORE.replace("return 1", "return g()").replace(
    "  }\n}", "    int g() { return 1; }\n  }\n}"
)
OWN = CodeRange(
    file=PATH,
    start_line=4,
    start_column=5,
    end_line=4,
    end_column=26,
    role="source method declaration before extraction",
)


@pytest.fixture
def request_(make_repository: MakeRepository, tmp_path: Path) -> ExportRequest:
    """Two instances, one of a permissive repository and one of another."""
    instances: list[Instance] = []
    repos = []
    for name, licence in (("mit", MIT), ("gpl", GPL)):
        writer = make_repository(name)
        parent = writer.commit({PATH: BEFORE, "LICENSE": licence})
        commit = writer.commit({PATH: AFTER, "LICENSE": "All rights reserved."})
        method = MethodId.parse("p.A$In#f()")
        before = RefactoringSide(
            file=PATH, method=method, ranges=(replace(OWN, role="other", start_line=1), OWN)
        )
        instances.append(
            make_mined(
                id=f"id-{name}",
                repo=name,
                commit=commit,
                parent=parent,
                before=before,
                after=replace(before, partner=MethodId.parse("p.A$In#g()"), ranges=()),
                before_sources=replace(
                    NO_TEXT, method="int f() { return 1; }", class_="class In {\n}"
                ),
            )
        )
        repos.append(f"{name}={writer.path}")
    source = tmp_path / "i.jsonl"
    source.write_bytes(b"".join(map(to_line, instances)))
    return ExportRequest(
        instances=source,
        output=tmp_path / "out.parquet",
        form=ExportForm.PARQUET,
        repositories=tuple(repos),
    )


def test_a_licence_is_that_at_the_base_and_decides_over_the_sources(
    request_: ExportRequest,
) -> None:
    assert export(request_) == Exported(place=request_.output, rows=2, withheld=1)

    frame = pd.read_parquet(request_.output)
    assert list(frame["licence"]) == ["MIT", "GPL-2.0-only"]
    assert list(frame["texts"]) == ["included", "withheld"]
    assert list(frame["duplicate_of"].fillna("")) == ["", "id-mit"]


def test_without_repositories_nobody_can_tell_and_no_source_is_copied(
    request_: ExportRequest,
) -> None:
    assert export(replace(request_, repositories=())).withheld == 2
    assert set(pd.read_parquet(request_.output)["licence"]) == {"NOASSERTION"}
    with pytest.raises(RepositoryError, match="no repository was given for 'gpl'"):
        export(replace(request_, repositories=request_.repositories[:1]))


def test_the_way_there_and_back_ends_with_the_same_bytes(request_: ExportRequest) -> None:
    export(replace(request_, allowed=Allowed(ids=None)))
    back = request_.output.with_name("back.jsonl")

    export(replace(request_, instances=request_.output, output=back, form=ExportForm.JSONL))

    assert back.read_bytes() == request_.instances.read_bytes()


def test_import_reads_the_records_of_swe_refactor_s_form(request_: ExportRequest) -> None:
    path = request_.output.with_name("release.jsonl")

    done = export(replace(request_, output=path, form=ExportForm.SWE_REFACTOR))

    assert (done.rows, done.left_out) == (1, 1)
    (record,) = read_release(path)
    assert (record.id, record.type_name, record.pure) == ("id-mit", "Extract Method", True)
    assert record.method == "p.A.In#f"
    assert (record.places[0].start_line, record.places[0].file) == (4, PATH)
    raw = json.loads(path.read_text())
    assert raw["sourceCodeBeforeForWhole"] == BEFORE
    assert raw["sourceCodeAfterForWhole"] == AFTER
    assert raw["packageNameBefore"] == "p"
    assert raw["classSignatureBefore"] == "class In "
    measured = ("compileResultBefore", "compileResultCurrent", "testResult", "coverageInfo")
    assert [raw[name] for name in measured] == [None] * 4


def test_the_hub_s_folder_has_a_card_and_rows(request_: ExportRequest) -> None:
    folder = request_.output.with_name("hub")

    export(replace(request_, output=folder, form=ExportForm.HUGGING_FACE, title="Two projects"))

    card = (folder / "README.md").read_text()
    assert card.startswith('---\npretty_name: "Two projects"\nlicense: other\n')
    assert "| gpl | GPL-2.0-only | 1 | 0 |" in card
    assert "| mit | Extract Method | 1 | 0 | 0 | 0 |" in card
    assert "path: data/train-00000-of-00001.parquet" in card
    assert "| `duplicate_of` | string |" in card
    assert len(pd.read_parquet(folder / "data")) == 2
    (folder / "mine.txt").write_text("")
    with pytest.raises(UsageError, match="holds other files: mine"):
        export(replace(request_, output=folder, form=ExportForm.HUGGING_FACE))


def test_the_command_says_what_went_without_its_sources(
    request_: ExportRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    repos = [word for repo in request_.repositories for word in ("--repo", repo)]
    words = ["export", "-i", str(request_.instances), "-o", str(request_.output), *repos]

    assert main([*words, "--to", "parquet"]) == 0

    said = capsys.readouterr().err.splitlines()
    assert said[0] == "without source text, for their licence: 1"
    assert said[1].endswith("out.parquet: 2 instances")
