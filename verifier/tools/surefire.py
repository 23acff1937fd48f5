"""Parse Surefire's XML reports as untrusted input."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePosixPath

from verifier.domain.testrun import TestOutcome
from verifier.tools.hostile_xml import Element, UnreadableXml, read_xml

FOLDER = "target/surefire-reports"
LARGEST_REPORT = 64 * 1024**2
_LONGEST_MESSAGE = 4000
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_SUMMARY = re.compile(
    r"^(?:\[\w+\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})(?:, Flakes: \d+)?\s*$",
    re.MULTILINE,
)
_EXECUTION = re.compile(r"^\[INFO\] --- (?:maven-)?surefire[\w-]*:\S+:test\b", re.MULTILINE)
_VERSION = re.compile(
    r"^\[INFO\] --- (?:maven-)?surefire[\w-]*:(\d{1,3})\.(\d{1,3})\S*:test\b", re.MULTILINE
)
_FIRST_TO_MERGE = (2, 18)
_SUFFIX = re.compile(r"\(([^()]*)\)$")
_NOT_IN_FILES = re.compile(r"[()&\\/:*?\"<>|\x00]")
"""Characters that never occur in a report's file name: Surefire 3 replaces all by an underscore,
older versions some.
"""
_SECONDS = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
_RUNNING = re.compile(r"^(?:\[INFO\] )?Running (\S+)\s*$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts:
    """Numbers of tests; `failed` includes errors."""

    run: int
    failed: int
    skipped: int


@dataclass(kw_only=True)
class Reports:
    """The content of a set of reports; `problems` are reports that Surefire cannot have written.

    `seconds` is the sum of the times that the suites report. `named` counts the outcomes of all
    cases with one name in a module: a report may contain several, and a suite's report also
    contains those of its classes.
    """

    outcomes: dict[str, TestOutcome] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    conflicts: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    named: dict[tuple[str, str], Counter[TestOutcome]] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def totals(self) -> Counts:
        """Sums over all test cases."""
        outcome = Counter(self.counts)
        return Counts(run=outcome.total(), failed=outcome["failed"], skipped=outcome["skipped"])

    @property
    def merged(self) -> Counts:
        """Sums as in Surefire since 2.18, per name: one failure if any failed; otherwise all
        passes; otherwise one skip.
        """
        failed = sum(bool(each[TestOutcome.FAILED]) for each in self.named.values())
        good = [each for each in self.named.values() if not each[TestOutcome.FAILED]]
        skipped = sum(not each[TestOutcome.PASSED] for each in good)
        passed = sum(each[TestOutcome.PASSED] for each in good)
        return Counts(run=failed + passed + skipped, failed=failed, skipped=skipped)

    def agree_with(self, printed: Counts, log: str) -> bool:
        """Whether Surefire's own sums equal those of the reports.

        A second failure of another name must not make up for a hidden failure, although both sums
        count one. Before 2.18 each case counts, so only the plain sums are accepted.
        """
        version = _VERSION.search(log)
        merges = version is None or (int(version[1]), int(version[2])) >= _FIRST_TO_MERGE
        if not merges:
            return printed == self.totals
        if self.totals.failed != self.merged.failed:
            return printed == self.merged
        return printed in {self.totals, self.merged}


def read_reports(
    files: Mapping[str, bytes],
    module_of: Callable[[str], str] | None = None,
    *,
    named: bool = False,
) -> Reports:
    """Read `TEST-*.xml` files by path; a broken one is recorded as a problem and raises no
    exception.

    A test's id is `pkg.Class#name`; further cases of the same id in one report are invocations and
    get `[n]`. If two modules have a class of the same name, or with `named`, ids begin with the
    module's folder: `core:pkg.Class#name`. If Surefire did not write the reports, `module_of`
    returns the folder for a report's path. An id from two reports of one module is a conflict. If
    executions of Surefire have a report suffix, the class has it too: `pkg.Class(suffix)#name`.
    """
    reports = Reports()
    seen_in: dict[str, str] = {}
    place_of = module_of or _module
    suites = [
        (path, root)
        for path in sorted(files)
        if (root := _suite(path, files[path], reports)) is not None
    ]
    modules: dict[str, set[str]] = {}
    for path, root in suites:
        for case in root.iter("testcase"):
            modules.setdefault(_owner(case, root), set()).add(place_of(path))
    shared = frozenset(owner for owner, places in modules.items() if named or len(places) > 1)
    for path, root in suites:
        known = _Seen(ids=seen_in, shared=shared, module=place_of(path))
        _read_one(path, root, reports, known)
    return reports


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seen:
    """The report of each id so far, the class names that several modules share, and this module."""

    ids: dict[str, str]
    shared: frozenset[str]
    module: str


def _owner(case: Element, suite: Element) -> str:
    return case.get("classname") or suite.get("name") or ""


def _module(path: str) -> str:
    """Return the folder of the module that contains a report; `.` for the root."""
    return path.rpartition(f"/{FOLDER}/")[0].partition("/")[2] or "."


def _suite(path: str, content: bytes, reports: Reports) -> Element | None:
    """Parse the suite of a file; None if it is not a report, or one that Surefire never wrote."""
    name = PurePosixPath(path).name
    if not name.startswith("TEST-") or not name.endswith(".xml"):
        return None
    if len(content) > LARGEST_REPORT:
        reports.problems.append(f"{name}: larger than {LARGEST_REPORT} bytes")
        return None
    try:
        root = read_xml(_CONTROL.sub(b"?", content))
    except UnreadableXml as error:
        reports.problems.append(f"{name}: {error}")
        return None
    if root.tag != "testsuite" or not _names(root.get("name", ""), name):
        reports.problems.append(f"{name}: holds no test suite of that name")
        return None
    return root


def _names(suite: str, file: str) -> bool:
    """Whether a suite's report may have this file name; the suite has an execution's suffix in parentheses."""
    called = (f"TEST-{each}" for each in (suite, _SUFFIX.sub(r"-\1", suite)))
    return any(_NOT_IN_FILES.sub("_", each) in _NOT_IN_FILES.sub("_", file) for each in called)


def _read_one(path: str, root: Element, reports: Reports, known: _Seen) -> None:
    reports.seconds += _seconds(root.get("time", ""))
    seen: Counter[str] = Counter()
    for case in root.iter("testcase"):
        owner = _owner(case, root)
        place = f"{known.module}:" if owner in known.shared else ""
        plain = f"{place}{owner}#{case.get('name') or '<class>'}"
        seen[plain] += 1
        of_name = reports.named.setdefault((known.module, plain), Counter())
        test = plain if seen[plain] == 1 else f"{plain}[{seen[plain]}]"
        if known.ids.setdefault(test, path) != path:
            reports.conflicts.add(test)
        of_name[_take(test, case, reports)] += 1


def _seconds(text: str) -> float:
    """Parse a suite's time; 0 if it is not a number."""
    plain = text.replace(",", "")
    return float(plain) if _SECONDS.fullmatch(plain) else 0.0


def _take(test: str, case: Element, reports: Reports) -> TestOutcome:
    trouble = next((e for tag in ("failure", "error") for e in case.findall(tag)), None)
    if trouble is not None:
        outcome = TestOutcome.FAILED
        text = f"{trouble.get('message') or ''}\n{trouble.text or ''}".strip()
        reports.failures[test] = text[:_LONGEST_MESSAGE]
    elif case.find("skipped") is not None:
        outcome = TestOutcome.SKIPPED
    else:
        outcome = TestOutcome.PASSED
    reports.counts[str(outcome)] += 1
    if reports.outcomes.get(test) is not TestOutcome.FAILED:
        reports.outcomes[test] = outcome
    return outcome


def summaries(log: str) -> list[Counts]:
    """Return the final totals that Surefire itself printed, one per execution, in order.

    Tests may print similar lines, but only earlier: Surefire's own line is the last one before the
    next execution's banner. A forged banner adds totals that no report has.
    """
    begins = [match.start() for match in _EXECUTION.finditer(log)] or [0]
    parts = (log[a:b] for a, b in pairwise([*begins, len(log)]))
    last = (found[-1] for part in parts if (found := _SUMMARY.findall(part)))
    numbers = ([int(n) for n in groups] for groups in last)
    return [Counts(run=n[0], failed=n[1] + n[2], skipped=n[3]) for n in numbers]


def running_order(log: str) -> tuple[str, ...]:
    """Return the top-level test classes in the order in which Surefire announced them."""
    names = (match[1].split("$")[0] for match in _RUNNING.finditer(log))
    return tuple(dict.fromkeys(names))
