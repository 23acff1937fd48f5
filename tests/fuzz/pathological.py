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


def repeated(unit: str, *, before: str = "", after: str = "") -> Made:
    """Repeat one unit to a text of about the wanted size."""
    head, body, tail = (text.encode("utf-8", "surrogateescape") for text in (before, unit, after))
    return lambda size: head + body * (size // len(body)) + tail


def nested(
    opening: str, closing: str, *, middle: str = "", before: str = "", after: str = ""
) -> Made:
    """Nest brackets as deep as the size allows."""

    def make(size: int) -> bytes:
        depth = size // len(opening + closing)
        return (before + opening * depth + middle + closing * depth + after).encode()

    return make


TEXTS: dict[str, Made] = {
    "a": repeated("a"),
    "blanks": repeated(" "),
    "blanks between": repeated(" ", before="x", after="x"),
    "tabs": repeated("\t", before="{;", after="}"),
    "line feeds": repeated("\n"),
    "short lines": repeated("a\n"),
    "CR, LF, CRLF": repeated("a\r\nb\rc\n\n\r"),
    "NUL": repeated("\0"),
    "no UTF-8": repeated("\udcff\udc80"),
    "bidi": repeated("\u202e\u2066a\u2069 "),
    "combining": repeated("e\u0301"),
    "emoji": repeated("\U0001f600"),
    "digits": repeated("9"),
    "odd digits": repeated("\u0663\u00b2"),
    "double quotes": repeated('"'),
    "quotes": repeated("'"),
    "backslashes": repeated("\\"),
    "escapes": repeated("\\u0041"),
    "escaped quotes": repeated('\\"'),
    "text blocks": repeated('"""'),
    "comments": repeated("/**/"),
    "open comments": repeated("/*"),
    "line comments": repeated("// ... \n"),
    "dots": repeated(".", before="//", after="x"),
    "hashes": repeated("#"),
    "slashes": repeated("/"),
    "angles": repeated("<"),
    "closing angles": repeated(">"),
    "ats": repeated("@"),
    "braces": nested("{", "}"),
    "parentheses": nested("(", ")"),
    "open brackets": repeated("(["),
    "closing brackets": repeated(")]}"),
}
"""Texts for every kind that reads text."""

_METHOD = "class A {{ void f() {{ {} }} }}"
JAVA: dict[str, Made] = {
    "greater than": repeated("> f() ", before="class A { boolean f() { return a ", after="; } }"),
    "calls in calls": nested("f(", ")", before="class A { Object f() { return ", after="; } }"),
    "calls beside each other": repeated("f(1, 2);", before="class A { void f() {", after="} }"),
    "open calls": repeated("f("),
    "open type arguments": repeated("a.<"),
    "annotations": repeated("@A() ", after="class A { }"),
    "annotations without brackets": repeated("@A ", after="class A { }"),
    "annotated parameters": repeated("@A() ", before="void total(", after="int a) {}"),
    "annotations in front of a method": repeated(
        "@A() ", before="class A {", after="void f() {} }"
    ),
    "generics": nested("A<", ">", before="class A { ", after=" a; }"),
    "casts": repeated("(a)", before="class A { int a = ", after="1; }"),
    "lambdas": repeated("a -> ", before="class A { F a = ", after="1; }"),
    "sums": repeated("1+", before="class A { int a = ", after="1; }"),
    "strings joined": repeated('"a"+', before="class A { String a = ", after='""; }'),
    "fields": repeated("int a;", before="class A {", after="}"),
    "methods": repeated("void f() {}\n", before="class A {\n", after="}\n"),
    "classes": repeated("class A {}\n"),
    "nested classes": nested("class A {", "}"),
    "records": repeated("record "),
    "imports": repeated("import a.b.C;\n"),
    "long import": repeated("a.", before="import ", after="B;"),
    "packages": repeated("package a;"),
    "semicolons": repeated(";"),
    "commas": repeated(",", before="class A { int a", after=";}"),
    "array": repeated("1,", before="class A { int[] a = {", after="};}"),
    "dimensions": repeated("[]", before="class A { int", after=" a;}"),
    "conditions": repeated("a ? b : ", before="class A { int a = ", after="c; }"),
    "else": repeated("if (a) b(); else ", before="class A { void f() { ", after="c(); } }"),
    "names": repeated("a.", before="class A { int a = ", after="b; }"),
    "constants": repeated("A,", before="enum A {", after="}"),
    "omissions": repeated("add ", before="class A { void f() { // ", after="\n } }"),
    "omitting comments": repeated("/* add */ ", before="class A { void f() { ", after=" } }"),
    "dots in a comment": repeated(".", before="class A { void f() { // a", after="x\n } }"),
    "braces in lines": repeated("}\nq\n"),
    "braces among new lines": lambda size: b"".join(
        b"  }\n  int a%d;\n" % n for n in range(size // 16)
    ),
    "words": lambda size: b" ".join(b"a%d" % n for n in range(size // 7)),
    "javadoc": repeated("/** a */ ", after="class A {}"),
    "hidden letters": repeated("a\u00ad\u200b"),
    "surrogate escapes": repeated("\\ud83d"),
}
ANSWERS: dict[str, Made] = {
    "long path": repeated("a/", after=".jav"),
    "paths": repeated("a/A.java "),
    "fence and blanks": repeated(" ", before="```", after="(\nclass A {}"),
    "fences": repeated("```\n"),
    "blanks and delimiter": repeated(" ", after="x##########"),
    "delimiters": repeated("##########\n"),
    "delimiters in a line": repeated("a;########## "),
    "path comment": repeated(" ", before="//", after="x\nclass A { int f() { return 1; } }"),
    "path comment's end": repeated(" ", before="// a/A.java", after="x\nclass A { int f() {} }"),
    "path of slashes": repeated("/", before="// a", after="x\nclass A { int f() { return 1; } }"),
    "refusals": repeated("no refactoring "),
    "no and blanks": repeated("no \t"),
    "control tokens": repeated("<|a"),
    "entities": repeated("&lt;"),
    "entities in code": repeated("&amp;", before="class A { int f() { ", after="} }"),
    "entities of entities": repeated("amp;", before="{;&", after="lt;"),
    "placeholders": repeated("refactored_method_"),
    "methods in prose": repeated("int f() {\n}\n\nText.\n"),
    "open methods in prose": repeated("int f() {\n"),
    "declarations that end": repeated("int f();\n"),
    "first words": repeated("public a\n"),
    "half declarations": repeated("public void f( {\n} )\n"),
    "one after the other": repeated("int f() { return 1; }\n", after="no Java"),
    "fences in comments": repeated("```\n/*\n```\n*/ void f() {}\n"),
    "open comments before fences": repeated("```\n/*\n"),
    "open text blocks before fences": repeated('```\n"""\n'),
    "delimiters in strings": repeated('"a##########" '),
    "control tokens in strings": repeated('"<|a|>" '),
    "diffs": repeated("--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-a\n+b\n\n"),
    "half diffs": repeated("--- a/A.java\n"),
    "hunks without names": repeated("@@ -1 +1 @@\n-a\n+b\n"),
    "JSON string": repeated("\\n", before='"', after='"'),
    "JSON of many fields": repeated('"a": "int f() { return 1; }", ', before="{", after='"b": 1}'),
    "JSON in JSON": nested('{"a":', "}", middle="1"),
    "numbered lines": lambda size: b"".join(b"%d: }\n" % n for n in range(1, size // 7)),
    "versions": repeated("```\nint total(int price) { return 1; }\n```\n"),
    "wanted, with comments": repeated(
        "// a\n", before="int total(int price) {\n", after="return 1; }"
    ),
    "whole class of methods": repeated(
        "void f() { one(); }\n",
        before="class Order {\nint total(int price) { return 1; }\n",
        after="}",
    ),
}
PATCHES: dict[str, Made] = {
    "headers": repeated("--- a/A.java\n+++ b/A.java\n"),
    "git headers": repeated("diff --git a/A.java b/A.java\n"),
    "hunks": repeated("@@ -1 +1 @@\n-a\n+b\n", before="--- a/A.java\n+++ b/A.java\n"),
    "one hunk": repeated("+a\n", before="--- a/A.java\n+++ b/A.java\n@@ -1 +1,9999999999 @@\n"),
    "long line": repeated("a", before="--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n+"),
    "long name": repeated("a", before="--- a/", after="\n+++ b/A.java\n"),
    "deep name": repeated("a/", before="--- a/", after="\n+++ b/A.java\n"),
    "quoted name": repeated("\\303\\251", before='--- "a/', after='"\n+++ b/A.java\n'),
    "open quote": repeated("\\", before='diff --git "a/', after=' b/A"\n'),
    "quotes in one name": repeated('"', before="--- ", after="\n+++ b/A.java\n"),
    "two names": repeated('"', before="diff --git ", after='"\n'),
    "renames": repeated("rename from a\nrename to b\n"),
    "modes": repeated("new mode 100644\n"),
    "fence": repeated("`", after="\n--- a/A.java\n+++ b/A.java\n"),
    "numbers": repeated("9", before="@@ -", after=" +1 @@\n"),
    "literal": repeated("9", before="GIT binary patch\nliteral ", after="\n"),
    "bad names": repeated("--- a/\udcff.java\n+++ b/\udcff.java\n"),
}
DOCUMENTS: dict[str, Made] = {
    "lists": nested("[", "]"),
    "open lists": repeated("["),
    "objects": nested('{"a":', "}", middle="1"),
    "number": repeated("9"),
    "fraction": repeated("9", before="1.", after="e999999999"),
    "string": repeated("a", before='"', after='"'),
    "lone surrogates": repeated("\\ud800", before='"', after='"'),
    "lines of nothing": repeated("{}\n"),
    "lines of numbers": repeated("1e999\n"),
    "keys": lambda size: b"{" + b",".join(b'"a%d":1' % n for n in range(size // 10)) + b"}",
    "one key": repeated('"a":1,', before="{", after='"b":2}'),
    "deep in a patch": nested("[", "]", before='{"instance_id":', after="}"),
    "number as sample": repeated("9", before='{"sample":', after="}"),
    "deep verdict": nested('{"data":', "}", before='{"checks":[', middle="{}", after="]}"),
    "many checks": repeated("{},", before='{"checks":[', after="{}]}"),
}
SARIF_LOGS: dict[str, Made] = {
    "line": repeated(
        "9", before='{"runs":[{"tool":{"driver":{}},"results":[{"ruleId":"a","locations":[{'
        '"physicalLocation":{"artifactLocation":{"uri":"a"},"region":{"startLine":',
        after="}}}]}]}]}",
    ),
    "deep message": nested(
        "[", "]", before='{"errors":[{"level":"warn","path":"a","type":', after="}],"
        '"paths":{"scanned":[]}}',
    ),
    "infinite line": repeated(
        " ", before='{"errors":[{"level":"warn","path":"a","type":["PartialParsing"],"spans":[{"start":'
        '{"line":1e999},"end":{"line":1}}]}],', after='"paths":{"scanned":[]}}',
    ),
}  # fmt: skip
XMLS: dict[str, Made] = {
    "deep": nested("<a>", "</a>"),
    "open": repeated("<a>"),
    "beside": repeated("<a/>", before="<b>", after="</b>"),
    "attributes": lambda size: b"<a "
    + b" ".join(b'a%d="1"' % n for n in range(size // 10))
    + b"/>",
    "long attribute": repeated("a", before='<a b="', after='"/>'),
    "long name": repeated("a", before="<", after="/>"),
    "cases": repeated('<testcase name="a"/>', before='<testsuite name="p.A">', after="</testsuite>"),
    "deep cases": nested(
        "<testcase>", "</testcase>", before='<testsuite name="p.A">', after="</testsuite>"
    ),
    "entities": repeated("&lt;", before="<a>", after="</a>"),
    "characters": repeated("&#1;", before="<a>", after="</a>"),
    "laughs": repeated(
        "&a;", before='<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><a>', after="</a>"
    ),
    "UTF-16": lambda size: ("<a>" + "b" * (size // 2) + "</a>").encode("utf-16"),
    "properties that grow": lambda size: _growing(b"${a}" * max(2, size // 4)),
    "properties that double": lambda size: _growing(b"${a}${a}") + b" " * (size // 100),
    "modules": repeated(
        "<module>b</module>", before="<project><modules>", after="</modules></project>"
    ),
    "module paths": repeated(
        "a/", before="<project><modules><module>", after="</module></modules></project>"
    ),
    "open properties": repeated(
        "${", before="<project><modules><module>", after="</module></modules></project>"
    ),
    "namespaces": nested('<a xmlns="b">', "</a>"),
    "level": repeated(
        "9", before="<project><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
        "<configuration><release>", after="</release></configuration></plugin></plugins></build></project>",
    ),
    "odd level": repeated(
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
    "arrays": nested("[", "]", before="a = "),
    "open arrays": repeated("[", before="a = "),
    "inline tables": nested("{a=", "}", before="a = ", middle="1"),
    "dotted key": repeated("a.", after="b = 1"),
    "dotted table": repeated("a.", before="[", after="b]"),
    "number": repeated("9", before="a = "),
    "hexadecimal": repeated("f", before="a = 0x"),
    "fraction": repeated("9", before="a = 1."),
    "tables": lambda size: b"".join(b"[a%d]\n" % n for n in range(size // 10)),
    "keys": lambda size: b"".join(b"a%d=1\n" % n for n in range(size // 10)),
    "array of tables": repeated("[[a]]\n"),
    "comment": repeated("#"),
    "date": repeated("9", before="a = 1979-05-27T07:32:00."),
}
YAMLS: dict[str, Made] = {
    "sequences": repeated("[a, "),
    "sequences in lines": repeated("- "),
    "mappings": repeated("a: b\n"),
    "mappings within": nested("{a: ", "}", middle="b"),
    "keys": repeated("? "),
    "number": repeated("9", before="jdk: openjdk"),
    "aliases upon aliases": lambda size: (
        b"a0: &a0 {java-version: 8}\n"
        + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, size // 30))
    ),
    "matrix": repeated("${{ matrix.a ", before="java-version: "),
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
    "blanks in an error": repeated(" ", before="[ERROR] x", after="y\n"),
    "errors": repeated("[ERROR] a -> [Help 1]\n"),
    "tests": repeated("9", before="Tests run: ", after=", Failures: 0, Errors: 0, Skipped: 0\n"),
    "line of an error": repeated("9", before="[ERROR] /a/A.java:[", after=",1] bad\n"),
    "line of Gradle's error": repeated("9", before="/a/A.java:", after=": error: bad\n"),
    "line of our error": repeated("9", before="error\ta\t", after="\tbad\n"),
    "running": repeated("Running a "),
    "running and blanks": repeated("\n ", before="Running a", after="x"),
    "what went wrong": repeated("\n ", before="* What went wrong:\n", after="x"),
    "sources of an error": repeated("/a.java", before="[ERROR] ", after=":[1,1] bad\n"),
    "banners": repeated("[INFO] --- surefire:a:test\n"),
    "events": repeated("@event 0 0 {}\n"),
    "deep event": nested("[", "]", before="@refverify test ", after="\n"),
    "transfers": repeated("Could not transfer ", before="[ERROR] "),
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


def tried_apart(kind: str, data: bytes) -> tuple[guard.Finding | None, float, int]:
    """Try an input in a child process. Return the finding, CPU seconds, and peak memory added."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        guard.limit_memory()
        began, before = time.process_time(), _peak()
        found = guard.tried(KINDS[kind], data)
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
            found, seconds, memory = tried_apart(kind, data)
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
