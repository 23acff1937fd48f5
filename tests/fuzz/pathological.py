"""Large inputs that are hard for scanners and parsers, by kind. A function makes each for a size.

    python -m tests.fuzz.pathological [--megabytes 1]

Each input runs in a separate process, with the limits of `guard`.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.fuzz import guard
from tests.fuzz.targets import KINDS

Made = Callable[[int], bytes]


def repeat(unit: str, *, before: str = "", after: str = "") -> Made:
    """Repeat one unit to a text of about the wanted size."""
    head, body, tail = (text.encode("utf-8", "surrogateescape") for text in (before, unit, after))
    return lambda size: head + body * (size // len(body)) + tail


def nest(
    opening: str, closing: str, *, middle: str = "", before: str = "", after: str = ""
) -> Made:
    """Nest brackets as deep as the size allows."""

    def make(size: int) -> bytes:
        depth = size // len(opening + closing)
        return (before + opening * depth + middle + closing * depth + after).encode()

    return make


TEXTS: dict[str, Made] = {
    "a": repeat("a"),
    "blanks": repeat(" "),
    "blanks between": repeat(" ", before="x", after="x"),
    "tabs": repeat("\t", before="{;", after="}"),
    "line feeds": repeat("\n"),
    "short lines": repeat("a\n"),
    "CR, LF, CRLF": repeat("a\r\nb\rc\n\n\r"),
    "NUL": repeat("\0"),
    "no UTF-8": repeat("\udcff\udc80"),
    "bidi": repeat("\u202e\u2066a\u2069 "),
    "combining": repeat("e\u0301"),
    "emoji": repeat("\U0001f600"),
    "digits": repeat("9"),
    "odd digits": repeat("\u0663\u00b2"),
    "double quotes": repeat('"'),
    "quotes": repeat("'"),
    "backslashes": repeat("\\"),
    "escapes": repeat("\\u0041"),
    "escaped quotes": repeat('\\"'),
    "text blocks": repeat('"""'),
    "comments": repeat("/**/"),
    "open comments": repeat("/*"),
    "line comments": repeat("// ... \n"),
    "dots": repeat(".", before="//", after="x"),
    "hashes": repeat("#"),
    "slashes": repeat("/"),
    "angles": repeat("<"),
    "closing angles": repeat(">"),
    "ats": repeat("@"),
    "braces": nest("{", "}"),
    "parentheses": nest("(", ")"),
    "open brackets": repeat("(["),
    "closing brackets": repeat(")]}"),
}
"""Texts for every kind that reads text."""

_METHOD = "class A {{ void f() {{ {} }} }}"
JAVA: dict[str, Made] = {
    "greater than": repeat("> f() ", before="class A { boolean f() { return a ", after="; } }"),
    "calls in calls": nest("f(", ")", before="class A { Object f() { return ", after="; } }"),
    "calls beside each other": repeat("f(1, 2);", before="class A { void f() {", after="} }"),
    "open calls": repeat("f("),
    "open type arguments": repeat("a.<"),
    "annotations": repeat("@A() ", after="class A { }"),
    "annotations without brackets": repeat("@A ", after="class A { }"),
    "annotated parameters": repeat("@A() ", before="void total(", after="int a) {}"),
    "annotations in front of a method": repeat("@A() ", before="class A {", after="void f() {} }"),
    "generics": nest("A<", ">", before="class A { ", after=" a; }"),
    "casts": repeat("(a)", before="class A { int a = ", after="1; }"),
    "lambdas": repeat("a -> ", before="class A { F a = ", after="1; }"),
    "sums": repeat("1+", before="class A { int a = ", after="1; }"),
    "strings joined": repeat('"a"+', before="class A { String a = ", after='""; }'),
    "fields": repeat("int a;", before="class A {", after="}"),
    "methods": repeat("void f() {}\n", before="class A {\n", after="}\n"),
    "classes": repeat("class A {}\n"),
    "nested classes": nest("class A {", "}"),
    "records": repeat("record "),
    "imports": repeat("import a.b.C;\n"),
    "long import": repeat("a.", before="import ", after="B;"),
    "packages": repeat("package a;"),
    "semicolons": repeat(";"),
    "commas": repeat(",", before="class A { int a", after=";}"),
    "array": repeat("1,", before="class A { int[] a = {", after="};}"),
    "dimensions": repeat("[]", before="class A { int", after=" a;}"),
    "conditions": repeat("a ? b : ", before="class A { int a = ", after="c; }"),
    "else": repeat("if (a) b(); else ", before="class A { void f() { ", after="c(); } }"),
    "names": repeat("a.", before="class A { int a = ", after="b; }"),
    "constants": repeat("A,", before="enum A {", after="}"),
    "omissions": repeat("add ", before="class A { void f() { // ", after="\n } }"),
    "omitting comments": repeat("/* add */ ", before="class A { void f() { ", after=" } }"),
    "dots in a comment": repeat(".", before="class A { void f() { // a", after="x\n } }"),
    "braces in lines": repeat("}\nq\n"),
    "braces among new lines": lambda size: b"".join(
        b"  }\n  int a%d;\n" % n for n in range(size // 16)
    ),
    "words": lambda size: b" ".join(b"a%d" % n for n in range(size // 7)),
    "javadoc": repeat("/** a */ ", after="class A {}"),
    "hidden letters": repeat("a\u00ad\u200b"),
    "surrogate escapes": repeat("\\ud83d"),
}
ANSWERS: dict[str, Made] = {
    "long path": repeat("a/", after=".jav"),
    "paths": repeat("a/A.java "),
    "fence and blanks": repeat(" ", before="```", after="(\nclass A {}"),
    "fences": repeat("```\n"),
    "blanks and delimiter": repeat(" ", after="x##########"),
    "delimiters": repeat("##########\n"),
    "delimiters in a line": repeat("a;########## "),
    "path comment": repeat(" ", before="//", after="x\nclass A { int f() { return 1; } }"),
    "path comment's end": repeat(" ", before="// a/A.java", after="x\nclass A { int f() {} }"),
    "path of slashes": repeat("/", before="// a", after="x\nclass A { int f() { return 1; } }"),
    "refusals": repeat("no refactoring "),
    "no and blanks": repeat("no \t"),
    "control tokens": repeat("<|a"),
    "entities": repeat("&lt;"),
    "entities in code": repeat("&amp;", before="class A { int f() { ", after="} }"),
    "entities of entities": repeat("amp;", before="{;&", after="lt;"),
    "placeholders": repeat("refactored_method_"),
    "methods in prose": repeat("int f() {\n}\n\nText.\n"),
    "open methods in prose": repeat("int f() {\n"),
    "declarations that end": repeat("int f();\n"),
    "first words": repeat("public a\n"),
    "half declarations": repeat("public void f( {\n} )\n"),
    "one after the other": repeat("int f() { return 1; }\n", after="no Java"),
    "fences in comments": repeat("```\n/*\n```\n*/ void f() {}\n"),
    "open comments before fences": repeat("```\n/*\n"),
    "open text blocks before fences": repeat('```\n"""\n'),
    "delimiters in strings": repeat('"a##########" '),
    "control tokens in strings": repeat('"<|a|>" '),
    "diffs": repeat("--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-a\n+b\n\n"),
    "half diffs": repeat("--- a/A.java\n"),
    "hunks without names": repeat("@@ -1 +1 @@\n-a\n+b\n"),
    "JSON string": repeat("\\n", before='"', after='"'),
    "JSON of many fields": repeat('"a": "int f() { return 1; }", ', before="{", after='"b": 1}'),
    "JSON in JSON": nest('{"a":', "}", middle="1"),
    "numbered lines": lambda size: b"".join(b"%d: }\n" % n for n in range(1, size // 7)),
    "versions": repeat("```\nint total(int price) { return 1; }\n```\n"),
    "wanted, with comments": repeat(
        "// a\n", before="int total(int price) {\n", after="return 1; }"
    ),
    "whole class of methods": repeat(
        "void f() { one(); }\n",
        before="class Order {\nint total(int price) { return 1; }\n",
        after="}",
    ),
}
PATCHES: dict[str, Made] = {
    "headers": repeat("--- a/A.java\n+++ b/A.java\n"),
    "git headers": repeat("diff --git a/A.java b/A.java\n"),
    "hunks": repeat("@@ -1 +1 @@\n-a\n+b\n", before="--- a/A.java\n+++ b/A.java\n"),
    "one hunk": repeat("+a\n", before="--- a/A.java\n+++ b/A.java\n@@ -1 +1,9999999999 @@\n"),
    "long line": repeat("a", before="--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n+"),
    "long name": repeat("a", before="--- a/", after="\n+++ b/A.java\n"),
    "deep name": repeat("a/", before="--- a/", after="\n+++ b/A.java\n"),
    "quoted name": repeat("\\303\\251", before='--- "a/', after='"\n+++ b/A.java\n'),
    "open quote": repeat("\\", before='diff --git "a/', after=' b/A"\n'),
    "quotes in one name": repeat('"', before="--- ", after="\n+++ b/A.java\n"),
    "two names": repeat('"', before="diff --git ", after='"\n'),
    "renames": repeat("rename from a\nrename to b\n"),
    "modes": repeat("new mode 100644\n"),
    "fence": repeat("`", after="\n--- a/A.java\n+++ b/A.java\n"),
    "numbers": repeat("9", before="@@ -", after=" +1 @@\n"),
    "literal": repeat("9", before="GIT binary patch\nliteral ", after="\n"),
    "bad names": repeat("--- a/\udcff.java\n+++ b/\udcff.java\n"),
}
DOCUMENTS: dict[str, Made] = {
    "lists": nest("[", "]"),
    "open lists": repeat("["),
    "objects": nest('{"a":', "}", middle="1"),
    "number": repeat("9"),
    "fraction": repeat("9", before="1.", after="e999999999"),
    "string": repeat("a", before='"', after='"'),
    "lone surrogates": repeat("\\ud800", before='"', after='"'),
    "lines of nothing": repeat("{}\n"),
    "lines of numbers": repeat("1e999\n"),
    "keys": lambda size: b"{" + b",".join(b'"a%d":1' % n for n in range(size // 10)) + b"}",
    "one key": repeat('"a":1,', before="{", after='"b":2}'),
    "deep in a patch": nest("[", "]", before='{"instance_id":', after="}"),
    "number as sample": repeat("9", before='{"sample":', after="}"),
    "deep verdict": nest('{"data":', "}", before='{"checks":[', middle="{}", after="]}"),
    "many checks": repeat("{},", before='{"checks":[', after="{}]}"),
}
SARIF_LOGS: dict[str, Made] = {
    "line": repeat(
        "9", before='{"runs":[{"tool":{"driver":{}},"results":[{"ruleId":"a","locations":[{'
        '"physicalLocation":{"artifactLocation":{"uri":"a"},"region":{"startLine":',
        after="}}}]}]}]}",
    ),
    "deep message": nest(
        "[", "]", before='{"errors":[{"level":"warn","path":"a","type":', after="}],"
        '"paths":{"scanned":[]}}',
    ),
    "infinite line": repeat(
        " ", before='{"errors":[{"level":"warn","path":"a","type":["PartialParsing"],"spans":[{"start":'
        '{"line":1e999},"end":{"line":1}}]}],', after='"paths":{"scanned":[]}}',
    ),
}  # fmt: skip
XMLS: dict[str, Made] = {
    "deep": nest("<a>", "</a>"),
    "open": repeat("<a>"),
    "beside": repeat("<a/>", before="<b>", after="</b>"),
    "attributes": lambda size: b"<a "
    + b" ".join(b'a%d="1"' % n for n in range(size // 10))
    + b"/>",
    "long attribute": repeat("a", before='<a b="', after='"/>'),
    "long name": repeat("a", before="<", after="/>"),
    "cases": repeat('<testcase name="a"/>', before='<testsuite name="p.A">', after="</testsuite>"),
    "deep cases": nest(
        "<testcase>", "</testcase>", before='<testsuite name="p.A">', after="</testsuite>"
    ),
    "entities": repeat("&lt;", before="<a>", after="</a>"),
    "characters": repeat("&#1;", before="<a>", after="</a>"),
    "laughs": repeat(
        "&a;", before='<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><a>', after="</a>"
    ),
    "UTF-16": lambda size: ("<a>" + "b" * (size // 2) + "</a>").encode("utf-16"),
    "properties that grow": lambda size: _growing(b"${a}" * max(2, size // 4)),
    "properties that double": lambda size: _growing(b"${a}${a}") + b" " * (size // 100),
    "modules": repeat(
        "<module>b</module>", before="<project><modules>", after="</modules></project>"
    ),
    "module paths": repeat(
        "a/", before="<project><modules><module>", after="</module></modules></project>"
    ),
    "open properties": repeat(
        "${", before="<project><modules><module>", after="</module></modules></project>"
    ),
    "namespaces": nest('<a xmlns="b">', "</a>"),
    "level": repeat(
        "9", before="<project><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
        "<configuration><release>", after="</release></configuration></plugin></plugins></build></project>",
    ),
    "odd level": repeat(
        "\u00b2", before="<project><build><plugins><plugin><artifactId>maven-compiler-plugin"
        "</artifactId><configuration><release>",
        after="</release></configuration></plugin></plugins></build></project>",
    ),
}  # fmt: skip


def _growing(value: bytes) -> bytes:
    return (
        b"<project><properties><a>" + value + b"</a></properties>"
        b"<modules><module>${a}</module></modules></project>"
    )


TOMLS: dict[str, Made] = {
    "arrays": nest("[", "]", before="a = "),
    "open arrays": repeat("[", before="a = "),
    "inline tables": nest("{a=", "}", before="a = ", middle="1"),
    "dotted key": repeat("a.", after="b = 1"),
    "dotted table": repeat("a.", before="[", after="b]"),
    "number": repeat("9", before="a = "),
    "hexadecimal": repeat("f", before="a = 0x"),
    "fraction": repeat("9", before="a = 1."),
    "tables": lambda size: b"".join(b"[a%d]\n" % n for n in range(size // 10)),
    "keys": lambda size: b"".join(b"a%d=1\n" % n for n in range(size // 10)),
    "array of tables": repeat("[[a]]\n"),
    "comment": repeat("#"),
    "date": repeat("9", before="a = 1979-05-27T07:32:00."),
}
YAMLS: dict[str, Made] = {
    "sequences": repeat("[a, "),
    "sequences in lines": repeat("- "),
    "mappings": repeat("a: b\n"),
    "mappings within": nest("{a: ", "}", middle="b"),
    "keys": repeat("? "),
    "number": repeat("9", before="jdk: openjdk"),
    "aliases upon aliases": lambda size: (
        b"a0: &a0 {java-version: 8}\n"
        + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, size // 30))
    ),
    "matrix": repeat("${{ matrix.a ", before="java-version: "),
}
CLASSES: dict[str, Made] = {
    "no constants": lambda size: b"\xca\xfe\xba\xbe\0\0\0\x34\xff\xff" + b"\0" * size,
    "long constants": lambda size: b"\xca\xfe\xba\xbe\0\0\0\x34\xff\xff" + b"\5" * size,
    "members": lambda size: (
        b"\xca\xfe\xba\xbe\0\0\0\x34\0\1" + b"\0" * 8 + b"\xff\xff" + b"\0" * size
    ),
    "attributes": lambda size: (
        b"\xca\xfe\xba\xbe\0\0\0\x34\0\1" + b"\0" * 8 + b"\0\0\0\0\xff\xff" + b"\0" * size
    ),
}
LOGS: dict[str, Made] = {
    "blanks in an error": repeat(" ", before="[ERROR] x", after="y\n"),
    "errors": repeat("[ERROR] a -> [Help 1]\n"),
    "tests": repeat("9", before="Tests run: ", after=", Failures: 0, Errors: 0, Skipped: 0\n"),
    "line of an error": repeat("9", before="[ERROR] /a/A.java:[", after=",1] bad\n"),
    "line of Gradle's error": repeat("9", before="/a/A.java:", after=": error: bad\n"),
    "line of our error": repeat("9", before="error\ta\t", after="\tbad\n"),
    "running": repeat("Running a "),
    "running and blanks": repeat("\n ", before="Running a", after="x"),
    "what went wrong": repeat("\n ", before="* What went wrong:\n", after="x"),
    "sources of an error": repeat("/a.java", before="[ERROR] ", after=":[1,1] bad\n"),
    "banners": repeat("[INFO] --- surefire:a:test\n"),
    "events": repeat("@event 0 0 {}\n"),
    "deep event": nest("[", "]", before="@refverify test ", after="\n"),
    "transfers": repeat("Could not transfer ", before="[ERROR] "),
}

_ALL: Mapping[str, Mapping[str, Made]] = {
    "answer": TEXTS | JAVA | ANSWERS,
    "patch": TEXTS | PATCHES,
    "java": TEXTS | JAVA,
    "jsonl": TEXTS | DOCUMENTS,
    "xml": TEXTS | XMLS,
    "class": CLASSES,
    "sarif": TEXTS | DOCUMENTS | SARIF_LOGS,
    "toml": TEXTS | TOMLS,
    "yaml": TEXTS | YAMLS,
    "log": TEXTS | LOGS,
}
LARGEST: Mapping[str, int] = {
    "answer": 390_000, "java": 1_900_000, "toml": 1_000_000, "yaml": 65_000,
}  # fmt: skip
"""Maximum sizes, because the product refuses larger inputs or never gets them."""
_BEFORE = {"answer": b"\0", "java": b"\0\0"}


def inputs(kind: str, size: int) -> Iterator[tuple[str, bytes]]:
    """The named large inputs of a kind, each of about `size` bytes."""
    for name, make in _ALL[kind].items():
        yield name, _BEFORE.get(kind, b"") + make(min(size, LARGEST.get(kind, size)))


def try_in_child(kind: str, data: bytes) -> tuple[guard.Finding | None, float, int]:
    """Try an input in a child process. Return the finding, CPU seconds, and peak memory added."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        guard.limit_memory()
        began, before = time.process_time(), _peak()
        found = guard.try_target(KINDS[kind], data)
        facts = f"{time.process_time() - began}\n{_peak() - before}\n"
        told = f"{found.key}\n{found.text}" if found else ""
        with os.fdopen(writing, "wb") as stream:
            stream.write((facts + told).encode("utf-8", "backslashreplace"))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read().decode()
    _, status = os.waitpid(child, 0)
    if status:
        return guard.Finding(key=f"died-{status}", text=""), 0.0, 0
    seconds, memory, told = said.split("\n", 2)
    key, _, text = told.partition("\n")
    return guard.Finding(key=key, text=text) if key else None, float(seconds), int(memory)


def _peak() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the violations, and the slowest and largest other inputs. The exit status is 1 for any
    violation.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", action="append", choices=tuple(KINDS))
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--verbose", action="store_true")
    chosen = parser.parse_args(arguments)
    wrong = 0
    for kind in chosen.kind or KINDS:
        for name, data in inputs(kind, int(chosen.megabytes * guard.MEGABYTE)):
            found, seconds, memory = try_in_child(kind, data)
            wrong += found is not None
            said = found.key if found else "ok"
            if found and chosen.verbose:
                said += f"\n{found.text}"
            sys.stdout.write(
                f"{kind:7} {name:34} {len(data):10,} B {seconds:7.2f} s {memory / 1e6:7.0f} MB  {said}\n"
            )
            sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
