"""The real rule engine, in every way in which it can see less than it seems to."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from verifier.domain.rules import Blindness, Finding, Followed, Rule, RuleKind, Scan
from verifier.errors import InputError, MissingToolError
from verifier.rules.fulfilment import ChangedPaths, Scanned, fulfilment
from verifier.tools.opengrep import program as opengrep_program
from verifier.tools.opengrep.scan import RuleEngine, ScanFailed, ScanLimits, find_engine

SOURCE = b"class A {\n  void m() {\n    foo(1);\n  }\n}\n"
OTHER = b"class A {\n  void m() {\n    bar(1);\n  }\n}\n"


@pytest.fixture(scope="module")
def engine() -> RuleEngine:
    return find_engine()


def rule(name: str, pattern: str, **more: object) -> Rule:
    definition = {"id": name, "languages": ["java"], "severity": "INFO", "message": "m"}
    return Rule(
        id=name, kind=RuleKind.REDUCTIVE, definition={**definition, "pattern": pattern, **more}
    )


FOO = rule("foo", "foo(...)")


def lines(scan: Scan, name: str = "foo") -> list[tuple[str, int, int]]:
    return [(f.path, f.start_line, f.end_line) for f in scan.of(name)]


def list_followed(base: Scan, predicted: Scan) -> list[Followed]:
    change = ChangedPaths(paths=frozenset({"A.java"}))
    scanned = Scanned(rules=[FOO], base=base, predicted=predicted, change=change)
    return [o.followed for o in fulfilment(scanned).outcomes]


def test_a_scan_gives_findings_with_their_lines_and_names_the_engine(engine: RuleEngine) -> None:
    scan = engine.scan([FOO], {"a/A.java": SOURCE, "notes.txt": b"foo(1)"})
    assert scan.findings == (Finding(rule="foo", path="a/A.java", start_line=3, end_line=3),)
    assert scan.scanned == {"a/A.java"}
    assert scan.blind == ()
    assert scan.engine == f"opengrep {engine.version}"


def test_no_rules_or_no_files_find_nothing(engine: RuleEngine) -> None:
    assert engine.scan([], {"A.java": SOURCE}).findings == ()
    assert engine.scan([FOO], {}).findings == ()


def test_many_trees_in_one_call_are_like_each_alone(engine: RuleEngine) -> None:
    trees = [{"A.java": SOURCE}, {"A.java": OTHER}, {}, {"b/B.java": SOURCE}]
    together = engine.scan_many([FOO], trees)
    assert together == tuple(engine.scan([FOO], tree) for tree in trees)


def test_rules_that_choose_folders_see_each_tree_at_its_own_root(engine: RuleEngine) -> None:
    chosen = rule("foo", "foo(...)", paths={"include": ["src/main/**"]})
    tree = {"src/main/A.java": SOURCE, "src/test/A.java": SOURCE}
    first, second = engine.scan_many([chosen], [tree, {"src/test/A.java": SOURCE}])
    assert lines(first) == [("src/main/A.java", 3, 3)]
    assert lines(second) == []


def test_more_targets_than_a_command_line_takes(
    engine: RuleEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.tools.opengrep.scan.LONGEST_COMMAND", 100)
    scan = engine.scan([FOO], {f"folder/number/A{n}.java": SOURCE for n in range(5)})
    assert len(scan.findings) == 5
    assert len(scan.scanned) == 5


def test_an_invalid_rule_spoils_the_whole_scan_and_is_named(engine: RuleEngine) -> None:
    bad = rule("bad", "sealed interface $R { ... }")
    with pytest.raises(ScanFailed) as caught:
        engine.scan([FOO, bad], {"A.java": SOURCE})
    assert list(caught.value.rules) == ["bad"]
    assert "Invalid pattern for Java" in caught.value.rules["bad"]


def test_refusals_name_every_rule_that_the_engine_cannot_take(engine: RuleEngine) -> None:
    rules = [FOO, rule("bad", "switch ($X) { ... }"), rule("odd", "x", languages=["klingon"])]
    assert sorted(engine.refusals(rules)) == ["bad", "odd"]
    assert engine.refusals([FOO]) == {}


def test_a_rule_without_a_pattern_is_refused(engine: RuleEngine) -> None:
    bare = Rule(id="bare", kind=RuleKind.ADDITIVE, definition={"id": "bare", "languages": ["java"]})
    assert list(engine.refusals([FOO, bare])) == ["bare"]


@pytest.mark.parametrize("name", ["a.b", "no"])
def test_ids_that_the_engine_would_read_otherwise_are_refused(
    engine: RuleEngine, name: str
) -> None:
    definition = {**FOO.definition, "id": False if name == "no" else name}
    with pytest.raises(InputError, match="not a rule id"):
        engine.scan([Rule(id=name, kind=RuleKind.ADDITIVE, definition=definition)], {"A.java": b""})


def test_a_quoted_no_is_an_id(engine: RuleEngine) -> None:
    assert lines(engine.scan([rule("no", "foo(...)")], {"A.java": SOURCE}), "no") == [
        ("A.java", 3, 3)
    ]


def test_two_rules_of_one_id_are_refused(engine: RuleEngine) -> None:
    with pytest.raises(InputError, match="two rules have the id 'foo'"):
        engine.scan([FOO, rule("foo", "bar(...)")], {"A.java": SOURCE})


def test_a_timeout_is_unknown_for_its_rule_alone(engine: RuleEngine) -> None:
    words = " ".join(f"x{n}();" for n in range(3000))
    slow = rule("slow", "\n...\n".join(f"$A{n}();" for n in range(12)) + "\n...\nnever();")
    tree = {"A.java": b"class A { void m() { never(); %s foo(1); } }" % words.encode()}
    scan = engine.scan([slow, FOO], tree, ScanLimits(rule_seconds=1))
    assert [(b.path, b.rule, b.reason) for b in scan.blind] == [
        ("A.java", "slow", Blindness.TIMEOUT)
    ]
    assert len(scan.of("foo")) == 1


def test_too_many_matches_are_unknown_and_not_none(engine: RuleEngine) -> None:
    tree = {"A.java": b"class A { void m() { foo(1); foo(2); foo(3); } }"}
    scan = engine.scan([FOO], tree, ScanLimits(matches=2))
    assert [(b.rule, b.reason) for b in scan.blind] == [("foo", Blindness.TOO_MANY_MATCHES)]
    assert list_followed(engine.scan([FOO], {"A.java": SOURCE}), scan) == [Followed.UNKNOWN]
    assert len(engine.scan([FOO], tree).findings) == 3


def test_more_matches_than_the_engine_allows_by_default(engine: RuleEngine) -> None:
    # It counts those of all rules in a file, and takes the square of a rule's for its time.
    rules = [rule(f"foo{number}", "foo(...)") for number in range(10)]
    tree = {"A.java": b"class A { void m() {\n%s} }" % (b"foo(1);\n" * 1_200)}
    assert len(engine.scan(rules, tree).findings) == 12_000


def test_a_file_over_the_default_size_limit_is_scanned(engine: RuleEngine) -> None:
    tree = {"A.java": b"/*" + b"x" * 6_000_000 + b"*/" + SOURCE}
    assert lines(engine.scan([FOO], tree)) == [("A.java", 3, 3)]


def test_a_patch_that_breaks_the_syntax_does_not_remove_the_old_pattern(engine: RuleEngine) -> None:
    base = engine.scan([FOO], {"A.java": SOURCE})
    broken = engine.scan([FOO], {"A.java": b"class {{{ @@@ ((( foo(1)"})
    assert [b.reason for b in broken.blind] == [Blindness.SYNTAX]
    assert list_followed(base, broken) == [Followed.UNKNOWN]


def test_a_file_read_in_part_keeps_its_matches_and_says_what_was_not_read(
    engine: RuleEngine,
) -> None:
    scan = engine.scan([FOO], {"A.java": b"class A {\n void m() { foo(1); }\n int x = ;;; @@\n}\n"})
    assert lines(scan) == [("A.java", 2, 2)]
    assert [(b.reason, b.rule) for b in scan.blind] == [(Blindness.SYNTAX, None)]
    assert "int x = ;;; @@" in scan.blind[0].details


def test_what_cannot_be_read_is_described_alike_wherever_it_stands(engine: RuleEngine) -> None:
    text = b"class A {\n void m() { foo(1); }\n int x = ;;; @@\n}\n"
    first, second = engine.scan_many([FOO], [{"A.java": text}, {"A.java": b"\n\n" + text}])
    assert first.blind == second.blind


def test_suppressing_comments_of_a_prediction_hide_nothing(engine: RuleEngine) -> None:
    for comment in (b"// nosem", b"// nosemgrep: foo", b"// noopengrep", b"/* nosem */"):
        hidden = SOURCE.replace(b"foo(1);", b"foo(1); " + comment)
        assert lines(engine.scan([FOO], {"A.java": hidden})) == [("A.java", 3, 3)]


@pytest.mark.parametrize("name", [".semgrepignore", ".gitignore", ".opengrepignore"])
def test_ignore_files_of_a_prediction_hide_nothing(engine: RuleEngine, name: str) -> None:
    tree = {name: b"*\n", f"src/{name}": b"*.java\n", "src/test/A.java": SOURCE}
    tree |= {"node_modules/A.java": SOURCE, ".git/config": b"[core]\n\tbare = false\n"}
    assert lines(engine.scan([FOO], tree)) == [
        ("node_modules/A.java", 3, 3),
        ("src/test/A.java", 3, 3),
    ]


@pytest.mark.parametrize(
    "path",
    [
        "with space.java",
        "-dash.java",
        "per%20cent.java",
        "new\nline.java",
        'quo"te\\.java',
        "éà #?.java",
        b"latin\xe9.java".decode("utf-8", "surrogateescape"),
    ],
)
def test_names_come_back_as_they_are(engine: RuleEngine, path: str) -> None:
    assert lines(engine.scan([FOO], {path: SOURCE})) == [(path, 3, 3)]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (SOURCE.replace(b"\n", b"\r\n"), 3),
        (SOURCE.rstrip(b"\n"), 3),
        (b"\xef\xbb\xbf" + SOURCE, 3),
        (SOURCE.replace(b"class A", b"// caf\xe9\nclass A"), 4),
        (b"class A { void m() { foo(1); } }", 1),
    ],
    ids=["crlf", "no-newline-at-end", "bom", "not-utf-8", "one-line"],
)
def test_lines_count_as_in_a_diff(engine: RuleEngine, content: bytes, line: int) -> None:
    assert lines(engine.scan([FOO], {"A.java": content})) == [("A.java", line, line)]


@pytest.mark.parametrize("path", ["../A.java", "/tmp/A.java", "a/../../A.java"])
def test_paths_that_leave_the_tree_are_refused(engine: RuleEngine, path: str) -> None:
    with pytest.raises(InputError, match="not a path inside a tree"):
        engine.scan([FOO], {path: SOURCE})


def test_rules_for_any_language_choose_their_own_files(engine: RuleEngine) -> None:
    python = rule("foo", "foo(...)", languages=["python"])
    paths = ["A.java", "a.py", "README.md", "Makefile"]
    assert engine.relevant([python], paths) == {"a.py", "Makefile"}
    words = rule("todo", "", languages=["regex"])
    text = {k: v for k, v in words.definition.items() if k != "pattern"} | {"pattern-regex": "TODO"}
    anywhere = Rule(id="todo", kind=RuleKind.ADDITIVE, definition=text)
    assert engine.relevant([anywhere], paths) == set(paths)
    assert lines(engine.scan([anywhere], {"README.md": b"a\nTODO\n"}), "todo") == [
        ("README.md", 2, 2)
    ]


def test_a_killed_engine_is_no_empty_scan(engine: RuleEngine) -> None:
    killer = threading.Thread(target=_kill_first_child)
    killer.start()
    with pytest.raises(ScanFailed, match="ended with status -9"):
        engine.scan([FOO], {f"A{n}.java": SOURCE * 2000 for n in range(50)})
    killer.join()


def _kill_first_child() -> None:
    """Kill the engine as soon as it runs, as the kernel does when memory is short."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for child in children.read_text().split():
            program = Path(f"/proc/{child}/cmdline").read_bytes()
            if program.partition(b"\0")[0].endswith(b"/opengrep"):
                os.kill(int(child), signal.SIGKILL)
                return


def test_an_engine_that_dies_refuses_no_rule(engine: RuleEngine) -> None:
    killer = threading.Thread(target=_kill_first_child)
    killer.start()
    with pytest.raises(ScanFailed) as caught:
        engine.refusals([FOO])
    killer.join()
    assert caught.value.died


def test_a_call_that_does_not_end_is_no_empty_scan(engine: RuleEngine) -> None:
    with pytest.raises(ScanFailed, match="did not end within"):
        engine.scan([FOO], {"A.java": SOURCE * 50_000}, ScanLimits(call_seconds=0))


def test_without_an_engine_the_error_has_the_command_that_gets_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(opengrep_program, "PACKAGE", "no_such_package")
    with pytest.raises(MissingToolError) as caught:
        find_engine()
    assert caught.value.hint == f"{sys.executable} -m pip install tackbox-opengrep"


def test_the_engine_is_unpacked_once_by_callers_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path))
    found: list[RuleEngine] = []
    callers = [threading.Thread(target=lambda: found.append(find_engine())) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len({e.program.path for e in found}) == 1
    (home,) = (tmp_path / "engines").iterdir()
    assert sorted(path.name for path in home.iterdir()) == ["lock", "opengrep"]


def test_the_fast_start_finds_what_the_whole_program_finds(engine: RuleEngine) -> None:
    whole = RuleEngine(program=opengrep_program.find_program(), version=engine.version)
    tree = {
        "A.java": SOURCE.replace(b"foo(1);", b"foo(1); // nosem"),
        "Bad.java": b"class {{{",
        "Part.java": b"class A {\n void m() { foo(1); }\n int x = ;;; @@\n}\n",
    }
    assert not whole.program.core
    assert engine.scan([FOO], tree) == whole.scan([FOO], tree)


@pytest.mark.parametrize("start", [b"\0", b"// x\0\n"])
def test_a_nul_byte_hides_nothing(engine: RuleEngine, start: bytes) -> None:
    base = engine.scan([FOO], {"A.java": SOURCE})
    hidden = engine.scan([FOO], {"A.java": start + SOURCE})
    assert [(b.rule, b.reason) for b in hidden.blind] == [("foo", Blindness.SYNTAX)]
    assert list_followed(base, hidden) == [Followed.UNKNOWN]


@pytest.mark.parametrize(
    "hidden",
    [
        SOURCE.replace(b"foo(1)", b"f\\u006fo(1)"),
        SOURCE.replace(b"foo(1)", b'log("\\u0022 + foo(1) + \\u0022")'),
        SOURCE.replace(b"foo(1)", b"// \\u000a foo(1)"),
        SOURCE.replace(b"foo(1)", b"/* \\u002a\\u002f foo(1) /* */"),
    ],
    ids=["name", "string", "line", "comment"],
)
def test_what_java_alone_reads_as_code_is_not_gone(engine: RuleEngine, hidden: bytes) -> None:
    base = engine.scan([FOO], {"A.java": SOURCE})
    assert list_followed(base, engine.scan([FOO], {"A.java": hidden})) == [Followed.UNKNOWN]


@pytest.mark.parametrize(
    "text",
    [b'log("\\u0041\\u00e4")', b"log('\\u0041')", b'log("\\\\u0022")', b"bar() /* \\u0041 */"],
)
def test_escapes_within_texts_are_read_as_they_are(engine: RuleEngine, text: bytes) -> None:
    assert engine.scan([FOO], {"A.java": SOURCE.replace(b"foo(1)", text)}).blind == ()


def test_another_text_with_a_nul_byte_is_not_equally_unread(engine: RuleEngine) -> None:
    base = engine.scan([FOO], {"A.java": b"// \0\n" + OTHER})
    assert list_followed(base, engine.scan([FOO], {"A.java": b"// \0\n" + SOURCE})) == [
        Followed.UNKNOWN
    ]


def test_a_nul_byte_in_a_file_that_no_parser_reads_is_nothing(engine: RuleEngine) -> None:
    text = Rule(
        id="text",
        kind=RuleKind.REDUCTIVE,
        definition={
            "id": "text",
            "languages": ["regex"],
            "severity": "INFO",
            "message": "m",
            "pattern-regex": "foo",
        },
    )
    scan = engine.scan([FOO, text], {"a.bin": b"\0foo", "b.bin": b"\0"})
    assert lines(scan, "text") == [("a.bin", 1, 1)]
    assert scan.blind == ()


def test_a_regular_expression_that_the_engine_gives_up_on_is_not_without_match(
    engine: RuleEngine,
) -> None:
    definition = {"id": "re", "languages": ["java"], "severity": "INFO", "message": "m"}
    regex = Rule(
        id="re",
        kind=RuleKind.REDUCTIVE,
        definition={**definition, "pattern-regex": "(a|aa)+$|legacy"},
    )
    assert lines(engine.scan([regex], {"A.java": b"// legacy\n"}), "re") == [("A.java", 1, 1)]
    with pytest.raises(ScanFailed, match="gave up on a regular expression"):
        engine.scan([regex], {"A.java": b"// " + b"a" * 50_000 + b"!\n// legacy\n"})


@pytest.mark.parametrize("folder", ["test", "src/test/"])
def test_files_that_no_rule_chooses_are_not_unknown(engine: RuleEngine, folder: str) -> None:
    chosen = rule("foo", "foo(...)", paths={"exclude": [folder]})
    scan = engine.scan([chosen], {"src/test/A.java": SOURCE, "src/main/A.java": SOURCE})
    assert lines(scan) == [("src/main/A.java", 3, 3)]
    assert scan.blind == ()


@pytest.mark.parametrize(
    "path", ["a" * 300 + ".java", "a/" * 2000 + "A.java", "refverify-probes/probe.java"]
)
def test_names_that_cannot_be_written_are_unknown(engine: RuleEngine, path: str) -> None:
    anchored = rule("foo", "foo(...)", paths={"include": ["**/*.java", "*.java"]})
    scan = engine.scan([anchored], {path: SOURCE, "B.java": SOURCE})
    assert lines(scan) == [("B.java", 3, 3)]
    assert [(b.path, b.reason) for b in scan.blind] == [(path, Blindness.NOT_SCANNED)]


def test_long_endings_are_scanned_like_any_other(engine: RuleEngine) -> None:
    assert engine.scan([FOO], {"a." + "b" * 253: SOURCE, "A.java": SOURCE}).blind == ()


def test_paths_that_are_no_list_are_refused_by_the_engine(engine: RuleEngine) -> None:
    assert set(engine.refusals([rule("foo", "foo(...)", paths={"include": 5})])) == {"foo"}


def test_a_refusal_has_the_engines_own_words(engine: RuleEngine) -> None:
    refused = engine.refusals([rule("foo", "foo(...)", languages="java")])["foo"]
    assert "Expected a list for languages" in refused
    assert "refverify-scan" not in refused
