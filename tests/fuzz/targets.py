"""The entry points of hostile input, one target per kind: from any bytes, only declared errors may
follow.

A declared error is one of `verifier.errors` with its own exit code, or an error that the entry
point documents (`PatchError`). Any other exception that leaves a target is a finding.
"""

import codecs
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.fuzz.guard import Slow
from tests.support.answers import MemoryTree, QuickAnalysis
from tests.support.instances import make_mined
from verifier import config
from verifier.builds.direct.compiling import read_errors
from verifier.builds.direct.evidence import Nonce, read_events
from verifier.builds.gradle import errors as gradle_errors
from verifier.builds.gradle.model import in_build_order, read_projects
from verifier.builds.gradle.strategy import _Seen
from verifier.builds.jdks.choice import sign_in
from verifier.builds.jdks.ci_files import TRAVIS, WORKFLOWS, read_ci_versions
from verifier.builds.jdks.declared import read_declared_jdks
from verifier.builds.maven import errors as maven_errors
from verifier.builds.maven.effective_pom import read_effective_pom
from verifier.builds.maven.reactor import reactor_of
from verifier.builds.maven.source_encoding import encoding_of
from verifier.datasets.swe_refactor_records import read_release
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Candidate, FileChange, Rejection
from verifier.domain.verdict import Verdict
from verifier.errors import BaseInvalidError, ConfigError, FuzzingError, InputError, UsageError
from verifier.fuzzing.result import read_behaviour
from verifier.java_text import encoding, outline, quick_reader, tokens
from verifier.java_text.brackets import is_nested_deeper
from verifier.java_text.calls import calls_of
from verifier.java_text.signature import read_parameters
from verifier.java_text.test_code import declares_tests
from verifier.mining.journal import Journal, JournalHeader
from verifier.predictions.answers.abridged import leaves_out
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.policy.changes import Inspection
from verifier.predictions.policy.constructs import occurrences
from verifier.predictions.refactored_code import find_refactored_code
from verifier.predictions.resolve import finish, from_files, resolve
from verifier.predictions.trees import source_trees
from verifier.printable import printable_lines
from verifier.reports.ledger import read_ledger
from verifier.rules.foreign_sarif import read_logs
from verifier.tools import class_file, surefire
from verifier.tools.git.patch_application import PatchDoesNotApply
from verifier.tools.opengrep import output as opengrep_output
from verifier.tools.records import BadLine, from_json, read_jsonl, to_json

Target = Callable[[bytes], None]

ORDER = """package p;

import java.util.List;

/** An order. */
public class Order {
  private final List<String> lines;
  private int count = 1; // of guests

  Order(List<String> lines) {
    this.lines = lines;
  }

  /** The sum. */
  int total(int price) {
    int sum = 0;
    for (String line : lines) {
      sum += price * line.length();
    }
    return sum + one();
  }

  int one() {
    return count;
  }

  enum Kind { A, B }
}
"""
BILL = """package p;

public class Bill extends Base {
  int both(Order order) {
    return order.total(1) + order.one();
  }
}
"""
FILES = {
    "src/main/java/p/Order.java": ORDER,
    "src/main/java/p/Bill.java": BILL,
    "src/main/java/p/Base.java": "package p;\r\n\r\nclass Base {\r\n}\r\n",
    "src/main/java/p/Repeated.java": "package p;\nclass Repeated {\n" + "  {\n  }\n" * 400 + "}\n",
    "src/test/java/p/OrderTest.java": "package p;\nclass OrderTest {\n  @Test void one() {}\n}\n",
    "pom.xml": "<project/>\n",
}
PATHS = tuple(path for path in FILES if path.endswith(".java"))
ENCODINGS = (
    "", "UTF-8", "ISO-8859-1", "Shift_JIS", "windows-31j", "UTF-16", "UTF-16LE", "EUC-JP", "hz",
    "ISO-2022-JP", "UTF-7", "utf-8-sig", "idna", "punycode", "unicode_escape", "undefined", "rot13",
    "raw_unicode_escape", "UTF-32", "IBM1047", "no-such", "\0",
)  # fmt: skip
WANTED = tuple(
    f"{kind}:p.Order#{method}"
    for method in ("total(int)", "one()")
    for kind in (
        "Extract Method", "Inline Method", "Move Method", "Rename Method",
        "Extract And Move Method", "Move And Inline Method", "Move And Rename Method",
    )
)  # fmt: skip
BASE = MemoryTree.of(FILES)
MARKED = MemoryTree({p: codecs.BOM_UTF8 + c.encode() for p, c in FILES.items()}, "ISO-8859-1")


class _NoRepository:
    """Replaces git, which is not a target: no patch that reaches it applies."""

    def apply_patch(
        self, commit: str, patch: bytes, instead: Mapping[str, bytes] | None = None
    ) -> tuple[FileChange, ...]:
        del commit, patch, instead
        raise PatchDoesNotApply("not applied here")


def answer(data: bytes) -> None:
    """A raw answer; the first byte chooses the wanted refactoring."""
    wanted = WantedRefactoring.parse(WANTED[_first(data) % len(WANTED)])
    result = resolve(
        Prediction(instance_id="i", model_name_or_path="m", model_output=_text(data[1:])),
        wanted=wanted,
        base=BASE,
        analysis=QuickAnalysis(),
        repository=_NoRepository(),  # type: ignore[arg-type]  # nothing else of it is asked
        instance=None,
    )
    _judge(BASE, result)


def patch(data: bytes) -> None:
    """A unified diff until the point where git applies it."""
    for base in (BASE, MARKED):
        _judge(base, from_patch(_text(data), base, _NoRepository()))  # type: ignore[arg-type]  # as above


def java(data: bytes) -> None:
    """A source. The first byte selects its encoding, the second its path."""
    declared = ENCODINGS[_first(data) % len(ENCODINGS)]
    path = PATHS[_first(data[1:]) % len(PATHS)]
    content = data[2:]
    decoded = encoding.decode(content, declared)
    if decoded.encode(decoded.text) != content:
        raise AssertionError("a file is not written back as it was read")
    text = encoding.comparable(content, declared)
    encoding.reads_alike(content, declared, "UTF-8")
    _read_source(text)
    base = MemoryTree.of(FILES)
    candidate = finish(base, Candidate(changes=(FileChange(path=path, content=content),), patch=""))
    _judge(MemoryTree(base.files, declared), candidate)
    written = from_files({path: decoded.text}, MemoryTree(base.files, declared))
    if isinstance(written, Candidate):
        written = finish(base, written)
    _judge(base, written)


def _read_source(text: str) -> None:
    for comments in (False, True):
        for each in tokens.scan(text, comments=comments, decoded=not comments):
            if each.start >= each.end:
                raise AssertionError("an empty token")
    outline.outline(text)
    outline.outline(text, decoded=False)
    outline.head(text)
    outline.read_declared_types(text)
    tokens.token_texts.cache_clear()
    tokens.words_of(text)
    list(calls_of(text))
    list(occurrences(text, test=True))
    leaves_out(text, ORDER)
    declares_tests(text)
    read_parameters(text, "total")
    is_nested_deeper((t.text for t in tokens.scan(text)), 1000)
    if len(text) <= quick_reader.MOST_CHARACTERS:
        quick_reader.read_quickly(text)


def _judge(base: MemoryTree, result: Candidate | Rejection) -> None:
    """Run what the checks read of a candidate without a JVM; print a rejection."""
    if isinstance(result, Rejection):
        to_json(result)
        printable_lines(result.details).encode()
        return
    findings = Inspection(base=base, candidate=result, editable=frozenset()).findings()
    printable_lines("\n".join(map(str, findings))).encode()
    result.patch.encode("utf-8", "surrogateescape")
    source_trees(base, result)
    instance = make_mined(before=_side("Order"), after=_side("Order"))
    find_refactored_code(base, result, instance, QuickAnalysis())


@cache
def _side(name: str) -> Any:
    from verifier.domain.refactoring import MethodId, RefactoringSide

    method = MethodId(class_name=f"p.{name}", name="total", parameter_types=("int",))
    return RefactoringSide(file=f"src/main/java/p/{name}.java", method=method)


def jsonl(data: bytes) -> None:
    """Lines of JSON, with every reader of such files. Records that can be read can be written."""
    with _file("lines.jsonl", data) as path:
        with suppress(InputError):
            _records(path)
        with suppress(InputError):
            read_release(path)
        with suppress(InputError, UsageError):
            _journal(path, data)
    with _file("verdicts.jsonl", data) as path, _file("run.json", data), suppress(InputError):
        read_ledger([path.parent])
    with suppress(FuzzingError):
        read_behaviour(data, seed=1)
    with suppress(BaseInvalidError):
        projects = {f"projects/{n}.json": line for n, line in enumerate(data.splitlines())}
        in_build_order(read_projects(projects, "projects"))


def _records(path: Path) -> None:
    for record in (Prediction, Instance, Verdict):
        for item in read_jsonl(record, path):
            if isinstance(item, BadLine):
                printable_lines(str(item.refusal())).encode()
            elif from_json(record, to_json(item)) != item:
                raise AssertionError("a record does not survive being written")


def _journal(path: Path, data: bytes) -> None:
    header = JournalHeader(repo="r", types=(), versions={})
    path.write_bytes(to_json(header).encode() + b"\n" + data)
    with Journal(path, header) as journal:
        for commit in journal.statuses:
            journal.read(commit)


def xml(data: bytes) -> None:
    """A document as a test report, a pom of the tree, one that declares a JDK, and an effective
    pom.
    """
    reports = surefire.read_reports(
        {"tree/target/surefire-reports/TEST-p.A.xml": data, "a/TEST-.xml": data}
    )
    printable_lines("\n".join(reports.problems)).encode()
    to_json(reports.totals)
    base = MemoryTree({"pom.xml": data, "a/pom.xml": data, "A.java": b""})
    for read in (
        lambda: reactor_of(base),
        lambda: encoding.comparable(b"a", encoding_of(base, "a/A.java")),
        lambda: read_effective_pom(data, "/work"),
    ):
        with suppress(BaseInvalidError):
            read()
    with _file("pom.xml", data) as path:
        read_declared_jdks(path.parent)


def sarif(data: bytes) -> None:
    """A log of findings, alone and together with an engine's own JSON."""
    with _file("log.sarif", data) as path, suppress(InputError):
        read_logs([path])
    for own, log in ((data, b'{"runs": []}'), (b'{"errors": [], "paths": {"scanned": []}}', data)):
        with suppress(InputError):
            opengrep_output.read_output(own, log)


def toml(data: bytes) -> None:
    """Settings of the current folder, which are only partly trusted."""
    from verifier.cli.main import cli
    from verifier.cli.settings import check_settings

    with _file(config.FILE_NAME, data) as path, suppress(ConfigError):
        check_settings(cli, config.load_settings(path.parent).tables, ())


def yaml(data: bytes) -> None:
    """A configuration file of each CI service."""
    with _file(TRAVIS, data) as path, _file(f"{WORKFLOWS}/a.yml", data):
        read_ci_versions(path.parent)


def classes(data: bytes) -> None:
    """The outline of a class file, and the names in it."""
    class_file.read_names(data)
    with suppress(InputError):
        found = class_file.outline(data, "A.class")
        printable_lines(f"{found.name} {found.superclass}").encode()


def log(data: bytes) -> None:
    """The output of a build and its tests."""
    text = data.decode("utf-8", "replace")
    for tool in (maven_errors, gradle_errors):
        tool.build_error(text)
        trouble = tool.find_trouble(text)
        tool.repositories_of(trouble.message if trouble else text)
        tool.compile_errors(text)
        tool.has_reached_tests(text)
    maven_errors.later_compile_errors(text)
    maven_errors.error_lines(text)
    sign_in(text)
    gradle_errors.is_gone(text)
    surefire.summaries(text)
    surefire.running_order(text)
    _Seen.of(text)
    read_events(data, Nonce(key=b"k" * 32), exit_code=0)
    read_errors(SimpleNamespace(output=data, log=data))  # type: ignore[arg-type]  # it reads these two


KINDS: Mapping[str, Target] = {
    "answer": Slow(answer, 30.0),  # reads at most 0.4 MB
    "patch": patch,
    "java": Slow(java, 60.0),  # about twenty scans
    "jsonl": Slow(jsonl, 60.0),  # seven readers, a record a line
    "xml": Slow(xml, 10.0),  # six readers
    "class": classes,
    "sarif": sarif,
    "toml": toml,
    "yaml": Slow(yaml, 30.0),  # two readers in plain Python, at most 64 KB
    "log": log,
}
"""The targets by name, in the order in which a hostile prediction or repository reaches them."""


def _first(data: bytes) -> int:
    return data[0] if data else 0


def _text(data: bytes) -> str:
    """Text as JSON can carry it: bytes that are not UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


@contextmanager
def _file(name: str, content: bytes) -> Iterator[Path]:
    path = _folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    try:
        yield path
    finally:
        path.unlink()


@cache
def _folder() -> Path:
    """One folder per process, in memory if the machine has such a place."""
    shared = Path("/dev/shm")
    place = shared if os.access(shared, os.W_OK) else None
    _KEPT.append(tempfile.TemporaryDirectory(prefix="refverify-fuzz-", dir=place))
    return Path(_KEPT[0].name)


_KEPT: list["tempfile.TemporaryDirectory[str]"] = []
