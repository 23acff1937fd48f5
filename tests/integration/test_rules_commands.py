"""`refverify rules` on tiny trees with the real engine."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import an_instance
from tests.support.repository import Repository
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.domain.prediction import Circumstances, Prediction, Track
from verifier.tools.records import to_json

BASE = "class A {\n    void f() { old(1); }\n    void g() { keep(); old(2); }\n}\n"
GOLDEN = BASE.replace("old(", "fresh(")
HALF = BASE.replace("old(1)", "fresh(1)")
BROKEN = HALF.replace("keep(); old(2); }", "keep( old(2 {")
CANDIDATES = """
rules:
- {id: new-call, languages: [java], message: m, severity: INFO, pattern: fresh(...), metadata: {kind: additive}}
- {id: old-call, languages: [java], message: the old way, severity: INFO, pattern: old(...), metadata: {kind: reductive}}
"""
REFUSED = """
rules:
- {id: copy, languages: [java], message: m, severity: INFO, pattern: fresh($X), metadata: {kind: additive}}
- {id: both, languages: [java], message: m, severity: INFO, pattern: keep(), metadata: {kind: additive}}
- {id: torn, languages: [java], message: m, severity: INFO, pattern: "fresh(((", metadata: {kind: additive}}
- {id: no, languages: [java], message: m, severity: INFO, pattern: f(), metadata: {kind: additive}}
"""


def tree(folder: Path, files: Mapping[str, str]) -> str:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


@pytest.fixture
def rules(tmp_path: Path) -> str:
    """A set with one rule of each kind."""
    return tree(tmp_path / "rules", {"rules.yml": CANDIDATES})


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = run_cli("rules", *words)
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def run_cli(*words: str) -> int:
    """The exit status."""
    return main(["-q", *words])


def score(
    capsys: pytest.CaptureFixture[str], rules: str, *words: str
) -> tuple[int, dict[str, Any]]:
    status, text = run(capsys, "score", rules, *words, "--format", "json")
    return status, json.loads(text)


def test_candidates_are_registered_refused_and_the_set_is_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = (
        "--base",
        tree(tmp_path / "a", {"A.java": BASE}),
        "--golden",
        tree(tmp_path / "b", {"A.java": GOLDEN}),
    )
    first = tree(tmp_path, {"first.yml": CANDIDATES}) + "/first.yml"
    second = tree(tmp_path, {"second.yml": REFUSED}) + "/second.yml"
    into = str(tmp_path / "set")

    status, _ = run(capsys, "register", first, "-o", into, *trees)
    refused, text = run(capsys, "register", second, "-o", into, *trees, "--format", "json")
    checked, said = run(capsys, "check", into, *trees)

    assert (status, refused, checked) == (0, 1, 0)
    answers = json.loads(text)["answers"]
    assert [(a["rule"].rpartition("/")[2], a["troubles"]) for a in answers] == [
        ("copy", ["OVERLAP"]),
        ("both", ["STILL_MATCHES"]),
        ("torn", ["ENGINE"]),
        ("second.yml: rule 4", ["UNREADABLE"]),
    ]
    assert "Invalid pattern for Java" in answers[2]["reason"]
    assert said.endswith("2 of 2 rules are valid\n")
    assert "nr_refactored_patterns: 2" in (tmp_path / "set" / "rules_positive.yml").read_text()


def test_a_witness_is_shown_where_the_rule_is_nearly_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = "".join(f"    void m{n}() {{ fresh({n}); }}\n" for n in range(11))
    base = tree(tmp_path / "a", {"A.java": "class A {\n  Object o = fresh(0);\n}\n"})
    golden = tree(tmp_path / "b", {"A.java": f"class A {{\n  Object o = fresh(0);\n{calls}}}\n"})
    candidate = tree(tmp_path, {"c.yml": CANDIDATES}) + "/c.yml"

    status, text = run(
        capsys,
        *("register", candidate, "-o", str(tmp_path / "s"), "--base", base, "--golden", golden),
    )

    assert status == 1
    assert "new-call (base 1, golden 12): STILL_MATCHES: 1 matches on the base tree" in text
    assert "witness A.java:2: Object o = fresh(0);" in text


def test_an_invalid_set_is_status_1_and_one_that_cannot_be_told_is_3(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tree(tmp_path / "a", {"A.java": BASE})
    half = tree(tmp_path / "b", {"A.java": HALF})
    broken = tree(tmp_path / "c", {"A.java": GOLDEN + "class {{{ ("})

    invalid, said = run(capsys, "check", rules, "--base", base, "--golden", half)
    unknown, _ = run(capsys, "check", rules, "--base", base, "--golden", broken)

    assert (invalid, unknown) == (1, 3)
    assert "INVALID  old-call  reductive  base     2  golden     1" in said


def test_a_patch_two_revisions_and_two_folders_have_the_same_score(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = Repository.create(tmp_path / "repo")
    base = repository.commit({"src/A.java": BASE, "B.java": "class B {}\n"})
    after = repository.commit({"src/A.java": HALF})
    patch = tmp_path / "half.diff"
    patch.write_text(repository.git("diff", base, after) + "\n")
    one = tree(tmp_path / "a", {"src/A.java": BASE, "B.java": "class B {}\n"})
    two = tree(tmp_path / "b", {"src/A.java": HALF, "B.java": "class B {}\n"})
    git = ("--repo", str(repository.path), "--base", base)

    scores = [
        score(capsys, rules, *words)
        for words in (
            (*git, "--patch", str(patch)),
            (*git, "--prediction", after),
            ("--base", one, "--prediction", two),
        )
    ]

    assert scores[0] == scores[1] == scores[2]
    status, found = scores[0]
    assert status == 0
    assert (found["ifr"], found["ifr_plus"], found["ifr_minus"]) == (0.5, 1.0, 0.0)
    assert (found["prec"], found["lines"]) == (1.0, {"added": 1, "removed": 1})


def test_broken_syntax_does_not_score(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tree(tmp_path / "a", {"A.java": BASE})
    broken = tree(tmp_path / "b", {"A.java": BROKEN})

    status, found = score(capsys, rules, "--base", base, "--prediction", broken)

    assert (status, found["ifr_minus"]) == (3, None)
    assert {u["path"] for u in found["unknown"]} == {"A.java"}


def test_a_prediction_cannot_hide_its_matches(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tree(tmp_path / "a", {"A.java": BASE})
    hidden = BASE.replace("(1); }", "(1); } // nosem").replace("(2); }", "(2); } // nosemgrep")
    ignore = {".semgrepignore": "*\n", ".gitignore": "*\n", ".opengrepignore": "*\n"}
    after = tree(tmp_path / "b", {"A.java": hidden, **ignore})

    assert score(capsys, rules, "--base", base, "--prediction", after)[1]["ifr_minus"] == 0.0


def test_counts_add_pass_and_alignment(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = (
        "--base",
        tree(tmp_path / "a", {"A.java": BASE}),
        "--prediction",
        tree(tmp_path / "b", {"A.java": HALF}),
    )
    run_ = {"passed": 100, "failed": 0}
    counts = {"base": [run_, None], "golden": [run_], "prediction": None}
    file = tree(tmp_path, {"counts.json": json.dumps(counts)}) + "/counts.json"

    _, ours = score(capsys, rules, *trees, "--counts", file)
    _, papers = score(capsys, rules, *trees, "--counts", file, "--paper-crash")

    assert (ours["pass"], ours["a"]) == (False, 0.0)
    assert (papers["pass"], papers["a"]) == (True, 0.5)


def test_an_explanation_shows_findings_with_their_lines(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = (
        "--base",
        tree(tmp_path / "a", {"A.java": BASE}),
        "--prediction",
        tree(tmp_path / "b", {"A.java": HALF}),
    )

    status, text = run(capsys, "explain", rules, *trees, "--rule", "old-call")

    assert status == 0
    assert text.startswith(
        "old-call (reductive): old pattern is still there; adds 0.0000 to IFR, covers 1 removed"
        " line\n"
        "  the old way\n"
        "  base   A.java:2: void f() { old(1); }\n"
        "  base   A.java:3: void g() { keep(); old(2); }\n"
        "  after  A.java:3: void g() { keep(); old(2); }\n"
    )
    assert "new-call" not in text


def result(rule: str, line: int) -> dict[str, object]:
    place = {"artifactLocation": {"uri": "A.java"}, "region": {"startLine": line}}
    return {"ruleId": f"some.path.{rule}", "locations": [{"physicalLocation": place}]}


def sarif(*results: dict[str, object], ran: tuple[str, ...] = ("new-call", "old-call")) -> str:
    driver = {"name": "x", "rules": [{"id": f"some.path.{rule}"} for rule in ran]}
    return json.dumps({"runs": [{"tool": {"driver": driver}, "results": list(results)}]})


def test_foreign_sarif_is_scored_with_its_diff(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    diff = "--- a/A.java\n+++ b/A.java\n@@ -2,2 +2,2 @@\n-a\n-b\n+c\n+d\n"
    base, after = sarif(result("old-call", 2)), sarif(result("new-call", 3), result("old-call", 9))
    folder = tree(tmp_path, {"base.sarif": base, "after.sarif": after, "x.diff": diff})
    words = ("--sarif-base", f"{folder}/base.sarif", "--sarif-prediction", f"{folder}/after.sarif")

    status, found = score(capsys, rules, *words, "--patch", f"{folder}/x.diff")

    assert status == 0
    assert (found["ifr"], found["prec_plus"], found["prec_minus"]) == (0.5, 0.5, 0.5)


def test_sarif_without_a_rule_is_refused(
    tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tree(tmp_path, {"s.sarif": sarif(ran=("new-call",))})

    status, text = run(capsys, "score", rules, "--sarif-prediction", f"{folder}/s.sarif")

    assert status == 4
    assert "1 rule did not run on the predicted tree, the first is old-call" in text


def an_instance_of(repository: Repository) -> Instance:
    base = repository.commit({"A.java": BASE})
    golden = repository.commit({"A.java": GOLDEN})
    patch = repository.git("diff", base, golden) + "\n"
    instance = an_instance("Extract Method:A#f()")
    return replace(instance, id="i1", repo="r", parent=base, commit=golden, patch=patch)


def predictions_of(instance: Instance) -> tuple[Prediction, ...]:
    made = partial(Prediction, instance_id=instance.id)
    opened = Circumstances(track=Track.OPEN)
    return (
        made(model_name_or_path="golden", model_patch=instance.patch),
        made(model_name_or_path="empty", model_patch=""),
        made(model_name_or_path="half", files={"A.java": HALF}, circumstances=opened),
    )


def data_set(tmp_path: Path) -> tuple[str, str, str]:
    """Instances, predictions and repository."""
    repository = Repository.create(tmp_path / "repo")
    instance = an_instance_of(repository)
    lines = "".join(f"{to_json(p)}\n" for p in predictions_of(instance))
    folder = tree(
        tmp_path,
        {
            "instances.jsonl": f"{to_json(instance)}\n",
            "predictions.jsonl": lines,
            "rules/i1/rules.yml": CANDIDATES,
        },
    )
    return f"{folder}/instances.jsonl", f"{folder}/predictions.jsonl", str(repository.path)


def test_whole_files_of_predictions_are_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances, predictions, repo = data_set(tmp_path)
    output = tmp_path / "scores.jsonl"
    words = ("--instances", instances, "--predictions", predictions, "--repo", repo)

    status, text = run(capsys, "score", str(tmp_path / "rules"), *words, "-o", str(output))

    assert status == 0
    assert text.endswith("3 of 3 predictions have a score\n")
    records = [json.loads(line) for line in output.read_text().splitlines()]
    assert [(r["model_name_or_path"], r["data"]["ifr"], r["rejected"][:9]) for r in records] == [
        ("golden", 1.0, ""),
        ("empty", 0.0, "NO_CHANGE"),
        ("half", 0.5, ""),
    ]
    assert records[2]["circumstances"]["track"] == "open"


def test_verify_and_report_know_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances, predictions, repo = data_set(tmp_path)
    folder = str(tmp_path / "run")
    words = ("--run", folder, "--repo", repo, "--checks", "rules", "--sandbox", "local")

    run_cli("verify", "-i", instances, predictions, *words)
    capsys.readouterr()
    scored, _ = run(capsys, "score", str(tmp_path / "rules"), "--run", folder, "--repo", repo)
    run_cli("report", folder, "--format", "json")
    tables = json.loads(capsys.readouterr().out)["tables"]

    assert scored == 0
    rows = tables["rules-alignment"]["rows"]
    assert [(r["model"], r["track"], r["ifr"]) for r in rows] == [
        ("half", "open", 0.5),
        ("empty", None, 0.0),
        ("golden", None, 1.0),
    ]
    sanity = tables["rules-sanity"]["rows"]
    assert [(r["model"], r["as_expected"], r["broken"]) for r in sanity] == [
        ("golden", 1.0, ""),
        ("empty", 1.0, ""),
    ]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("score", "RULES"), 2, "--base is needed"),
        (("score", "RULES", "--base", "."), 2, "two trees are needed"),
        (("score", "RULES", "--base", ".", "--patch", "PATCH"), 2, "--patch needs --repo"),
        (("score", "RULES", "--base", "none", "--prediction", "."), 4, "none: no such folder"),
        (("score", "nowhere", "--base", ".", "--prediction", "."), 4, "nowhere: no rule set"),
        (("score", "RULES", "--instances", "x.jsonl"), 2, "--predictions is needed"),
        (("score", "RULES", "--run", "none"), 4, "does not say which files"),
        (("score", "RULES", "--base", ".", "--prediction", ".", "--counts", "PATCH"), 4, "must be"),
        (("explain", "RULES", "--rule", "x", "--base", ".", "--prediction", "."), 2, "no rule x"),
        (("check", "PATCH", "--base", ".", "--golden", "."), 4, "no list `rules`"),
        (("score", "RULES", "--repo", ".", "--repo", ".", "--base", "x"), 2, "one --repo"),
    ],
)
def test_bad_input_is_named(  # noqa: PLR0917
    tmp_path: Path,
    rules: str,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    patch = tree(tmp_path, {"x.diff": "nothing\n"}) + "/x.diff"
    named = {"RULES": rules, "PATCH": patch, "none": str(tmp_path / "none")}

    found, text = run(capsys, *(named.get(word, word) for word in words))

    assert found == status
    assert said in text
