import json
from pathlib import Path

import pytest

from tests.support.verdicts import checks_until, make_generated, passing, verdict, write_run
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.errors import InputError
from verifier.reports.ledger import VerdictKey, read_ledger
from verifier.tools.records import to_json
from verifier.tools.storage.chain import Chain

REFUSED = checks_until(CheckName.DETECTION, Reason.NOT_DETECTED)


def test_the_later_record_of_a_prediction_wins(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(REFUSED), verdict(passing())])

    ledger = read_ledger([run])

    assert [v.success for v in ledger.verdicts] == [Status.PASSED]
    assert ledger.notices == ()


def test_samples_and_models_are_different_predictions(tmp_path: Path) -> None:
    verdicts = [verdict(passing()), verdict(passing(), sample=1), verdict(passing(), model="llama")]

    ledger = read_ledger([write_run(tmp_path / "run", verdicts)])

    assert [(v.model_name_or_path, v.sample) for v in ledger.verdicts] == [
        ("gpt", 0),
        ("gpt", 1),
        ("llama", 0),
    ]


def test_prompt_sets_are_different_predictions(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / name, [make_generated(verdict(passing()), prompt_set=name)])
        for name in ("one-1", "two-1")
    ]

    ledger = read_ledger(runs)

    keys = [VerdictKey.of(v).setting for v in ledger.verdicts]
    assert [key.prompt_set for key in keys] == ["one-1", "two-1"]
    assert ledger.notices == ()


def test_a_torn_last_line_is_left_out_and_said(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    with (run / "verdicts.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(to_json(verdict(passing(), instance="i2"))[:200])

    ledger = read_ledger([run])

    assert [v.instance_id for v in ledger.verdicts] == ["i1"]
    assert ledger.notices == ("run: the last line of the ledger is torn and left out",)


@pytest.mark.parametrize("ending", ["", '{"half":\n'])
def test_damage_elsewhere_is_refused_with_its_line(tmp_path: Path, ending: str) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    path = run / "verdicts.jsonl"
    path.write_text("not json\n" + path.read_text(encoding="utf-8") + ending, encoding="utf-8")

    with pytest.raises(InputError, match=r"verdicts\.jsonl:1: "):
        read_ledger([run])


def test_a_complete_last_line_that_is_no_verdict_is_not_called_torn(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    with (run / "verdicts.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"instance_id": 3}\n')

    with pytest.raises(InputError, match=r"verdicts\.jsonl:2: "):
        read_ledger([run])


def test_the_last_of_several_runs_counts_and_the_overlap_is_said(tmp_path: Path) -> None:
    first = write_run(tmp_path / "first", [verdict(REFUSED)], {"instances": "a/instances.jsonl"})
    second = write_run(tmp_path / "second", [verdict(passing())])

    ledger = read_ledger([first, second])

    assert [(e.run, e.verdict.success) for e in ledger.entries] == [(second, Status.PASSED)]
    assert ledger.meta == {"first": {"instances": "a/instances.jsonl"}, "second": {}}
    (said,) = ledger.notices
    assert said.startswith("1 prediction is in several runs; the last run's verdict counts.")
    assert "`generate --name`" in said


def test_a_folder_without_a_ledger_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no verdicts\.jsonl"):
        read_ledger([tmp_path])


def test_an_unreadable_description_of_the_run_is_only_a_notice(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    (run / "run.json").write_text("{", encoding="utf-8")

    ledger = read_ledger([run])

    assert len(ledger.verdicts) == 1
    assert ledger.notices[0].startswith("run: run.json cannot be read")


def test_two_runs_of_the_same_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    one = write_run(tmp_path / "a" / "run", [verdict(passing())], {"n": 1})
    other = write_run(tmp_path / "b" / "run", [verdict(passing(), model="llama")], {"n": 2})

    ledger = read_ledger([one, other])

    assert ledger.meta == {str(one): {"n": 1}, str(other): {"n": 2}}


def test_what_a_run_left_out_is_said(tmp_path: Path) -> None:
    meta = {"bad_lines": ["left out: p.jsonl:3: not JSON"], "unknown_instances": 2}

    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())], meta)])

    assert ledger.notices == (
        "run: left out: 1 line that could not be read, 2 predictions for unknown instances",
    )


def test_a_line_that_was_edited_by_hand_is_said_with_its_place(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    chain = Chain()
    path = run / "verdicts.jsonl"
    lines = [to_json(verdict(REFUSED, instance=name)).encode() for name in ("a", "b")]
    path.write_bytes(b"".join(chain.link(line) + b"\n" for line in lines))
    assert read_ledger([run]).notices == ()
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + second.replace(b'"success":"failed"', b'"success":"passed"'))

    assert read_ledger([run]).notices == (
        (
            "run/verdicts.jsonl: the chain of hashes breaks at line 2: what stands there is not what"
            " was written, or a line before it is gone"
        ),
    )


def test_verdicts_that_are_gone_are_said(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    (run / "run.json").write_text(json.dumps({"ledger": {"lines": 3, "chain": "ab"}}))

    assert read_ledger([run]).notices == (
        "run/verdicts.jsonl: the last lines are gone: 1 are left of the 3 in run.json",
    )


def test_a_description_of_brackets_cannot_be_read_and_that_is_said(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing())])
    (run / "run.json").write_text("[" * 100_000)

    (notice,) = read_ledger([run]).notices
    assert notice.startswith("run: run.json cannot be read")
