"""The same instances are mined whether commits with the same methods on both sides are compared or not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from verifier.cli.main import main

LOOP = """
        int sum = start;
        for (String word : words) {
            String trimmed = word.trim();
            sum += trimmed.length();
            sum *= 31;
        }
        total += sum;
        System.out.println(sum);
    """
SHORT = " total = start; "


def summing(body: str) -> str:
    return f"void summing(List<String> words, int start) {{{body}}}"


def part(body: str, words: str = "void") -> str:
    return f"{words} part(List<String> words, int start) {{{body}}}"


WHOLE = summing(LOOP)
CALLING = summing(" part(words, start); ")


def java(name: str, *members: str, kind: str = "class") -> str:
    body = "\n    ".join(["int total;", *members])
    return f"package p;\n\nimport java.util.List;\n\n{kind} {name} {{\n    {body}\n}}\n"


def anonymous(*classes: str) -> str:
    made = "".join(
        f"Object o{n} = new Object() {{ int total; {c} }};" for n, c in enumerate(classes)
    )
    return f"void holder() {{ {made} }}"


def local(*classes: str) -> str:
    made = "".join(f"{{ class Local {{ int total; {c} }} }}" for c in classes)
    return f"void holder() {{ {made} }}"


LOCAL = LOOP.replace("total += sum;", "")


def interface(*members: str) -> str:
    return (
        java("A", *members, kind="interface")
        .replace("    int total;\n", "")
        .replace("    void summing", "    default void summing")
    )


def a(*members: str, kind: str = "class") -> dict[str, str]:
    return {"A.java": java("A", *members, kind=kind)}


Files = Mapping[str, str]

NOT_COMPARED: Mapping[str, tuple[Files, Files]] = {
    "a statement edited": (a(WHOLE), a(WHOLE.replace("31", "37"))),
    "methods in another order": (a(WHOLE, part(SHORT)), a(part(SHORT), WHOLE)),
    "a parameter renamed": (a(WHOLE), a(WHOLE.replace("start", "from"))),
    "a field added": (a(WHOLE), a("int more;", WHOLE)),
    "an exception declared": (
        a(WHOLE, part(SHORT)),
        a(CALLING, part(LOOP).replace(") {", ") throws Exception {", 1)),
    ),
    "code moved to a method that was there": (a(WHOLE, part(SHORT)), a(CALLING, part(LOOP))),
    "code moved to a method that threw": (
        a(WHOLE, part(" throw new UnsupportedOperationException(); ")),
        a(CALLING, part(LOOP)),
    ),
    "a method called in another class": (
        {**a(WHOLE), "B.java": java("B", part(SHORT, "static void"))},
        {
            **a(summing(" B.part(words, start); ")),
            "B.java": java("B", part(LOOP, "static void")),
        },
    ),
    "bodies of two classes swapped": (
        {**a(WHOLE), "B.java": java("B", part(SHORT))},
        {**a(summing(SHORT)), "B.java": java("B", part(LOOP))},
    ),
    "an anonymous class edited": (a(anonymous(WHOLE)), a(anonymous(WHOLE.replace("31", "37")))),
}
"""None of the six types is between these, compared or not."""

COMPARED: Mapping[str, tuple[Files, Files]] = {
    "extracted": (a(WHOLE), a(CALLING, part(LOOP))),
    "to an empty method": (a(WHOLE, part("")), a(CALLING, part(LOOP))),
    "to an abstract method": (
        a(WHOLE, "abstract void part(List<String> words, int start);", kind="abstract class"),
        a(CALLING, part(LOOP), kind="abstract class"),
    ),
    "to a method of an interface that had no body": (
        {"A.java": interface(summing(LOCAL), "void part(List<String> words, int start);")},
        {"A.java": interface(CALLING, part(LOCAL, "default void"))},
    ),
    "to a native method": (
        a(WHOLE, "native void part(List<String> words, int start);"),
        a(CALLING, part(LOOP)),
    ),
    "to a method of other visibility": (
        a(WHOLE, part(SHORT, "public void")),
        a(CALLING, part(LOOP, "private void")),
    ),
    "to a method with a type parameter": (
        a(WHOLE, part(SHORT)),
        a(CALLING, part(LOOP, "<T> void")),
    ),
    "between anonymous classes": (
        a(anonymous(CALLING + part(LOOP), WHOLE)),
        a(anonymous(WHOLE, CALLING + part(LOOP))),
    ),
    "between local classes of one name": (
        a(local(CALLING + part(LOOP), WHOLE)),
        a(local(WHOLE, CALLING + part(LOOP))),
    ),
    "moved to another class": (
        {**a(WHOLE, part(SHORT)), "B.java": java("B", "void other() { total = 1; }")},
        {**a(part(SHORT)), "B.java": java("B", "void other() { total = 1; }", WHOLE)},
    ),
}
"""One of the six types is between each of these, the methods by name and parameters the same in most."""


@dataclass(frozen=True)
class Mined:
    """Of two runs, with and without the comparison, the commits' endings; and what they wrote."""

    passing: Mapping[str, str]
    comparing: Mapping[str, str]
    instances: tuple[bytes, bytes]
    with_instances: frozenset[str]


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Mined:
    folder = tmp_path_factory.mktemp("same-methods")
    subject = Repository.create(folder / "subject")
    cases = {}
    for number, (case, sides) in enumerate({**NOT_COMPARED, **COMPARED}.items()):
        for files in sides:
            commit = subject.commit({f"c{number}/{p}": text for p, text in files.items()})
        cases[commit] = case
    endings, texts = [], []
    for word in ("--pass-same-methods", "--no-pass-same-methods"):
        out = folder / f"{word.strip('-')}.jsonl"
        words = ["-q", "mine", str(subject.path), "-o", str(out), "--include-impure", word]
        assert main(words) == 0
        lines = map(json.loads, out.with_suffix(".commits.jsonl").read_text().splitlines())
        endings.append({cases[e["commit"]]: e["status"] for e in lines if e["commit"] in cases})
        texts.append(out.read_bytes())
    found = {cases[json.loads(line)["commit"]] for line in texts[1].splitlines()}
    return Mined(endings[0], endings[1], (texts[0], texts[1]), frozenset(found))


def test_the_instances_are_the_same(mined: Mined) -> None:
    assert mined.instances[0] == mined.instances[1]


@pytest.mark.parametrize("case", NOT_COMPARED)
def test_sides_with_the_same_methods_are_not_compared_and_hold_no_instance(
    mined: Mined, case: str
) -> None:
    assert mined.passing[case] == "same-methods"
    assert mined.comparing[case] in {"ok", "none"}
    assert case not in mined.with_instances


@pytest.mark.parametrize("case", COMPARED)
def test_sides_that_differ_in_a_method_are_compared(mined: Mined, case: str) -> None:
    assert mined.passing[case] == mined.comparing[case] == "ok"
    assert case in mined.with_instances


def test_other_types_are_looked_for_in_every_commit(tmp_path: Path) -> None:
    subject = Repository.create(tmp_path / "subject")
    subject.commit(a(WHOLE))
    subject.commit(
        a(WHOLE.replace("sum += trimmed.length", "int n = trimmed.length();\nsum += n; n"))
    )
    out = tmp_path / "i.jsonl"
    assert (
        main(["-q", "mine", str(subject.path), "-o", str(out), "--types", "Extract Variable"]) == 0
    )
    assert '"same-methods"' not in out.with_suffix(".commits.jsonl").read_text()


def test_a_journal_of_the_one_is_not_gone_on_with_by_the_other(tmp_path: Path) -> None:
    subject = Repository.create(tmp_path / "subject")
    subject.commit(a(WHOLE))
    words = ["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]
    assert main(words) == 0
    assert main([*words, "--no-pass-same-methods"]) == 2
