"""Rule sets as files: strict ids, kinds and metadata."""

from pathlib import Path

import pytest

from verifier.domain.rules import RuleKind
from verifier.rules.rule_files import (
    RuleFileError,
    RuleSet,
    parse_rules,
    read_rule_set,
    write_rule_set,
)


def rule(identifier: str, metadata: str = "") -> str:
    extra = f"  metadata: {{{metadata}}}\n" if metadata else ""
    return (
        f"- id: {identifier}\n  languages: [java]\n  message: m\n  severity: INFO\n"
        f"  pattern: foo(...)\n{extra}"
    )


def rules(*entries: str) -> str:
    return "rules:\n" + "".join(entries)


def read(text: str) -> tuple[str, ...]:
    return tuple(r.id for r in parse_rules(text, kind=RuleKind.ADDITIVE, source="r.yml"))


def test_a_folder_holds_both_kinds_by_its_files_names(tmp_path: Path) -> None:
    (tmp_path / "rules_positive.yml").write_text(rules(rule("new-call")))
    (tmp_path / "rules_negative.yml").write_text(rules(rule("old-call"), rule("old-field")))

    found = read_rule_set(tmp_path)

    assert [(r.id, r.kind) for r in found.rules] == [
        ("new-call", RuleKind.ADDITIVE),
        ("old-call", RuleKind.REDUCTIVE),
        ("old-field", RuleKind.REDUCTIVE),
    ]


def test_one_file_says_each_rules_kind_in_its_metadata(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text(rules(rule("a", "kind: additive"), rule("b", "kind: reductive")))

    assert [r.kind for r in read_rule_set(path).rules] == [RuleKind.ADDITIVE, RuleKind.REDUCTIVE]


def test_a_rule_without_any_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text(rules(rule("a")))

    with pytest.raises(RuleFileError, match=r"rule 1 \(a\) has no kind"):
        read_rule_set(path)


def test_a_kind_that_contradicts_the_files_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules_positive.yml").write_text(rules(rule("a", "kind: reductive")))

    with pytest.raises(RuleFileError, match=r"metadata\.kind is reductive"):
        read_rule_set(tmp_path)


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("no", "its id is the YAML boolean false, not a string"),
        ("12", r"its id is 12 \(int\), not a string"),
        ("2024-01-01", r"\(date\), not a string"),
        ("~", "its id is missing, not a string"),
        ("a.b", "the id 'a.b' has a dot"),
        ("'a b'", "the id 'a b' is not made of letters"),
        ("''", "the id '' is not made of letters"),
    ],
)
def test_an_id_is_a_string_without_dots(identifier: str, reason: str) -> None:
    with pytest.raises(RuleFileError, match=reason):
        read(rules(rule(identifier)))


def test_a_quoted_no_is_an_id() -> None:
    assert read(rules(rule("'no'"))) == ("no",)


def test_an_id_given_twice_is_refused() -> None:
    with pytest.raises(RuleFileError, match="the rule id 'a' is there twice"):
        read(rules(rule("a"), rule("a")))


def test_an_id_given_in_both_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules_positive.yml").write_text(rules(rule("a")))
    (tmp_path / "rules_negative.yml").write_text(rules(rule("a")))

    with pytest.raises(RuleFileError, match="the rule id 'a' is there twice"):
        read_rule_set(tmp_path)


@pytest.mark.parametrize("value", ["-1", "many", "true", "1.5"])
def test_a_count_in_the_metadata_must_be_one(value: str) -> None:
    with pytest.raises(RuleFileError, match=r"metadata\.nr_legacy_patterns is .*, not a count"):
        read(rules(rule("a", f"nr_legacy_patterns: {value}")))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rules: [", "not readable as YAML"),
        ("- a", "no list `rules`"),
        ("rules: {a: b}", "no list `rules`"),
        ("", "no list `rules`"),
        ("rules: [7]", r"rule 1 is not a mapping but 7 \(int\)"),
        ("rules:\n- id: a\n  id: b\n", "line 3: the key 'id' is there twice"),
        ("rules: !!python/object/apply:os.system ['true']", "not readable as YAML"),
        ("rules: []\n---\nrules: []\n", "not readable as YAML"),
        ("rules: " + "[" * 5000, "nested too deeply"),
        ("rules: &a [*a]", "nested too deeply, or an alias that holds itself"),
        ("rules: [{id: 2001-99-99}]", "a value that is none: month must be in 1..12"),
        (f"rules: [{'9' * 5000}]", "a value that is none"),
        (f"rules: [0x{'f' * 5000}]", "an integer of more than 64 bits"),
        ('rules: ["\\ud800"]', "half of a surrogate pair"),
        ("rules: [{1: x}]", "the key 1 is not a string; quote it"),
        ("rules: [{on: x}]", "the key True is not a string; quote it"),
    ],
)
def test_what_is_no_rule_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RuleFileError, match=reason):
        read(text)


def test_what_rules_have_in_common_can_be_merged_in() -> None:
    text = """
common: &common {languages: [java], severity: INFO, message: m, metadata: {kind: additive}}
rules:
- {<<: *common, id: a, pattern: a()}
- {<<: *common, id: b, pattern: b(), message: own}
"""
    first, second = parse_rules(text)

    assert (first.id, first.definition["message"]) == ("a", "m")
    assert (second.id, second.definition["message"]) == ("b", "own")


def test_merges_that_grow_are_refused() -> None:
    lines = [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}" for n in range(1, 30)]

    with pytest.raises(RuleFileError, match="a mapping of more than 10,000 keys"):
        read("\n".join(["a0: &a0 {x: 1}", *lines, "rules: []"]))


def test_aliases_that_grow_are_refused() -> None:
    first = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]"
    lines = [first, *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8))]

    with pytest.raises(RuleFileError, match="more than 1,000,000 nodes"):
        read("\n".join([*lines, "rules: []"]))


def test_a_missing_set_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="no rule set") as caught:
        read_rule_set(tmp_path / "nowhere")
    assert "rules_positive.yml" in caught.value.hint


def test_what_is_written_reads_back_as_the_same_set(tmp_path: Path) -> None:
    text = rules(rule("a", "kind: additive"), rule("b", "kind: reductive"))
    found = RuleSet(rules=parse_rules(text))
    write_rule_set(tmp_path / "new", found)

    assert {p.name for p in (tmp_path / "new").iterdir()} == {
        "rules_positive.yml",
        "rules_negative.yml",
    }
    assert read_rule_set(tmp_path / "new").hash == found.hash


def test_a_set_in_one_file_stays_in_it(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(rules(rule("a", "kind: additive")))
    more = rules(rule("a", "kind: additive"), rule("b", "kind: reductive"))
    write_rule_set(tmp_path, RuleSet(rules=parse_rules(more)))

    assert [p.name for p in tmp_path.iterdir()] == ["rules.yaml"]
    assert [r.id for r in read_rule_set(tmp_path).rules] == ["a", "b"]


def test_the_hash_depends_on_what_a_rule_says() -> None:
    one, other = (
        parse_rules(rules(rule("a", "kind: additive"))),
        parse_rules(rules(rule("a", "kind: reductive"))),
    )

    assert RuleSet(rules=one).hash != RuleSet(rules=other).hash


def test_a_folder_of_sets_is_told_from_one_without_rules(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / "sets" / name).mkdir(parents=True)
        (tmp_path / "sets" / name / "rules.yml").write_text("rules: []\n")
    (tmp_path / "empty").mkdir()

    with pytest.raises(RuleFileError, match="no rule set") as several:
        read_rule_set(tmp_path / "sets")
    with pytest.raises(RuleFileError, match="no rule set") as none:
        read_rule_set(tmp_path / "empty")

    assert several.value.hint == (
        f"The folder holds 2 sets: name one, such as {tmp_path / 'sets' / 'a'}."
    )
    assert none.value.hint is not None
    assert none.value.hint.startswith("Give a YAML file, or a folder with rules_positive.yml")
