"""Scan files with OpenGrep or Semgrep rules; a crash or an unread file never counts as 'no match'."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from verifier.domain.rules import Blind, Blindness, Rule, Scan
from verifier.errors import InputError, VerifierError
from verifier.tools import process
from verifier.tools.opengrep.output import Output, UnreadFile, read_output
from verifier.tools.opengrep.program import (
    START_SECONDS,
    Family,
    Program,
    environment,
    find_program,
    unpack,
)
from verifier.tools.opengrep.targets import cut_short, find_unscanned, kind_of, write_targets
from verifier.tools.storage.scratch import scratch_folder

LONGEST_COMMAND = 500_000
INTERNAL_ERROR = 124
_MEMORY_BYTES = 8 * 1024**3
"""Limit of the address space; the engine uses a small part of it."""
_ERROR = "[ERROR]: "
_FOLDER = "refverify-tree-{}"
_GAVE_UP = re.compile(rb"\(commons\.pcre\): PCRE error: (.{0,200})", re.DOTALL)


class ScanFailed(VerifierError):
    """The engine did not scan, so it is unknown whether a rule matches.

    `rules` contains the messages about single rules that it could not read, by rule id. `died` is
    True if the engine was killed or stopped, so that its input may not be the cause.
    """

    def __init__(
        self, message: str, *, rules: Mapping[str, str] | None = None, died: bool = False
    ) -> None:
        super().__init__(message, hint="No score can rest on this scan.")
        self.died = died
        self.rules = dict(rules or {})


@dataclass(frozen=True, kw_only=True, slots=True)
class ScanLimits:
    """Limits of one scan: seconds per rule and file, matches per rule and file, seconds for the
    whole call, and threads.

    Exceeding a limit never hides a match silently.
    """

    rule_seconds: int = 30
    matches: int = 1_000_000
    call_seconds: int = 3600
    jobs: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleEngine:
    """A rule engine on this machine; `find_engine` returns one."""

    program: Program
    version: str

    @property
    def label(self) -> str:
        """Name and version, as results record them."""
        return f"{self.program.family} {self.version}"

    def scan(
        self, rules: Sequence[Rule], files: Mapping[str, bytes], limits: ScanLimits | None = None
    ) -> Scan:
        """Return all findings of all rules in the files, given by path relative to their tree.

        Raises:
            ScanFailed: the engine died, was stopped at the deadline, or refused a rule.
            InputError: two rules have the same id, an id has a dot, a rule joins files, or a path leaves
                the tree.
        """
        return self.scan_many(rules, [files], limits)[0]

    def scan_many(
        self,
        rules: Sequence[Rule],
        trees: Sequence[Mapping[str, bytes]],
        limits: ScanLimits | None = None,
    ) -> tuple[Scan, ...]:
        """Scan several trees like `scan`, in as few calls as possible.

        Raises: as `scan`; one refused rule or dead call leaves no result for any tree.
        """
        _check_rules(rules)
        bounds = limits or ScanLimits()
        scans = self._scans(rules, trees, bounds)
        if any("paths" in rule.definition for rule in rules):
            return tuple(self._of_chosen(rules, scan, bounds) for scan in scans)
        return scans

    def _scans(
        self, rules: Sequence[Rule], trees: Sequence[Mapping[str, bytes]], bounds: ScanLimits
    ) -> tuple[Scan, ...]:
        if not rules or not any(trees):
            return tuple(Scan(findings=(), engine=self.label) for _ in trees)
        if any(map(_is_anchored, rules)):
            return tuple(self._scan_alone(rules, files, bounds) for files in trees)
        with scratch_folder("scan") as scratch:
            targets = _write_trees(scratch / "trees", trees)
            outputs = self._calls(rules, targets, scratch, bounds)
            return tuple(
                _merge(rules, outputs, files, _FOLDER.format(number) + "/", self.label)
                for number, files in enumerate(trees)
            )

    def _of_chosen(self, rules: Sequence[Rule], scan: Scan, limits: ScanLimits) -> Scan:
        """Return the scan without unscanned files, including empty ones, that no rule would select."""
        lost = Blindness.NOT_SCANNED
        vanished = {b.path: b"" for b in scan.blind if b.reason is lost and not b.details}
        if not vanished:
            return scan
        chosen = self._scans(rules, [vanished], limits)[0].scanned
        left = (b for b in scan.blind if b.path not in vanished or b.path in chosen)
        return replace(scan, blind=tuple(left))

    def relevant(self, rules: Sequence[Rule], paths: Iterable[str]) -> frozenset[str]:
        """Return the paths in which a rule could match, judged by their names.

        A file without a suffix always counts, because engines read it to find its language.

        Raises: as `scan`.
        """
        every = frozenset(paths)
        free = [_anywhere(rule) for rule in rules]
        kinds = dict.fromkeys(map(kind_of, every), b"")
        seen = self.scan(free, kinds).scanned
        return frozenset(
            path for path in every if kind_of(path) in seen or not PurePosixPath(path).suffix
        )

    def refusals(self, rules: Sequence[Rule]) -> dict[str, str]:
        """Return why the engine cannot use a rule, by rule id; usable rules are left out.

        Raises:
            ScanFailed: it died, which says nothing about the rules.
        """
        try:
            self.scan(rules, {"Probe.java": b""})
        except ScanFailed as error:
            if error.died:
                raise
            if error.rules.keys() & {rule.id for rule in rules}:
                return error.rules
            if len(rules) == 1:
                return {rules[0].id: error.message}
            return {i: why for rule in rules for i, why in self.refusals([rule]).items()}
        return {}

    def _scan_alone(
        self, rules: Sequence[Rule], files: Mapping[str, bytes], limits: ScanLimits
    ) -> Scan:
        """Scan one tree at the root of its folder, because `paths` patterns of rules are anchored there."""
        with scratch_folder("scan") as scratch:
            targets = write_targets(scratch / "trees", "", files)
            outputs = self._calls(rules, targets, scratch, limits)
            return _merge(rules, outputs, files, "", self.label)

    def _calls(
        self, rules: Sequence[Rule], targets: Sequence[str], scratch: Path, limits: ScanLimits
    ) -> list[Output]:
        config = scratch / "rules.json"
        document = {"rules": [dict(rule.definition) for rule in rules]}
        config.write_text(json.dumps(document, ensure_ascii=False, default=str), encoding="utf-8")
        return [self._call(config, part, rules, limits) for part in _parts(targets)]

    def _call(
        self, config: Path, targets: Sequence[str], rules: Sequence[Rule], limits: ScanLimits
    ) -> Output:
        as_json, as_sarif = config.with_name("out.json"), config.with_name("out.sarif")
        for old in (as_json, as_sarif):
            old.unlink(missing_ok=True)
        quiet = not _has_regex(rules)
        done = self._run(config, targets, limits, quiet=quiet)
        if quiet and 0 < done.status < INTERNAL_ERROR:
            done = self._run(config, targets, limits, quiet=False)  # Run again to get its messages.
        output = _read(as_json, as_sarif, done)
        _judge(output, done, {rule.id for rule in rules}, config.parent)
        if strangers := sorted({t.path for t in output.troubles} - set(targets)):
            raise ScanFailed(f"the rule engine reports trouble with {strangers[0]}")
        return output

    def _run(
        self, config: Path, targets: Sequence[str], limits: ScanLimits, *, quiet: bool
    ) -> process.Finished:
        as_json, as_sarif = config.with_name("out.json"), config.with_name("out.sarif")
        outputs = ("--json-output", as_json, "--sarif-output", as_sarif)
        options = _options(self.program, limits, quiet=quiet)
        try:
            return process.run(
                [self.program.path, *options, "--config", config, *outputs, "--", *targets],
                cwd=config.parent / "trees",
                env=environment(self.program.path, config.parent),
                timeout=limits.call_seconds,
                limits=process.ChildLimits(
                    memory_bytes=_MEMORY_BYTES, cpu_seconds=limits.call_seconds * limits.jobs
                ),
            )
        except process.ProcessTimeout as error:
            raise ScanFailed(f"the rule engine: {error.message}", died=True) from error


def find_engine() -> RuleEngine:
    """Return the engine of this machine, ready to start fast.

    Raises:
        MissingToolError: there is none; the hint has the command that installs one.
        StorageError: the cache cannot be written.
    """
    program = unpack(find_program())
    with scratch_folder("scan") as scratch:
        env = environment(program.path, scratch)
        done = process.check([program.path, "--version"], env=env, timeout=START_SECONDS)
    return RuleEngine(program=program, version=done.text.strip().splitlines()[-1])


def _check_rules(rules: Iterable[Rule]) -> None:
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise InputError(f"two rules have the id {rule.id!r}", hint="Rename one of them.")
        if "." in rule.id or rule.definition.get("id") != rule.id:
            raise InputError(f"not a rule id: {rule.id!r}", hint="Ids are strings without dots.")
        if rule.definition.get("mode") == "join":
            raise InputError(f"{rule.id}: a join rule sees several files", hint="Split it.")
        seen.add(rule.id)


def _anywhere(rule: Rule) -> Rule:
    """Return the rule without its path selection."""
    definition = {key: value for key, value in rule.definition.items() if key != "paths"}
    return replace(rule, definition=definition)


def _is_anchored(rule: Rule) -> bool:
    """Whether the rule selects files by folders, which a prefix would break."""
    chosen = rule.definition.get("paths")
    return "/" in json.dumps(chosen, default=str)


def _has_regex(rules: Iterable[Rule]) -> bool:
    """Whether an engine may give up on a regular expression, which it reports only in its log."""
    return any("regex" in json.dumps(dict(rule.definition), default=str) for rule in rules)


def _options(program: Program, limits: ScanLimits, *, quiet: bool) -> Iterator[str]:
    yield "scan"
    if quiet:
        yield "--quiet"
    if program.core:
        yield "--experimental"
    yield from ("--disable-nosem", "--no-rewrite-rule-ids", "--no-git-ignore")
    yield from ("--disable-version-check", "--x-ignore-semgrepignore-files")
    yield from ("--max-target-bytes", "0", "--timeout-threshold", "0")
    yield from ("--timeout", str(limits.rule_seconds), "--jobs", str(limits.jobs))
    if program.family is Family.OPENGREP:
        yield from ("--max-match-per-file", str(limits.matches))
    else:
        yield from ("--metrics", "off")


def _write_trees(root: Path, trees: Sequence[Mapping[str, bytes]]) -> list[str]:
    return [
        target
        for number, files in enumerate(trees)
        for target in write_targets(root, _FOLDER.format(number) + "/", files)
    ]


def _parts(targets: Sequence[str]) -> Iterator[list[str]]:
    """Split the targets into parts that fit on a command line."""
    part: list[str] = []
    room = LONGEST_COMMAND
    for target in targets:
        if len(target) + 1 > room:
            yield part
            part, room = [], LONGEST_COMMAND
        part.append(target)
        room -= len(target) + 1
    yield part


def _read(as_json: Path, as_sarif: Path, done: process.Finished) -> Output:
    try:
        return read_output(as_json.read_bytes(), as_sarif.read_bytes())
    except (OSError, InputError) as error:
        raise ScanFailed(
            f"the rule engine ended with status {done.status} and no readable output:"
            f" {_describe_error(done, as_json.parent)}",
            died=not 0 < done.status < INTERNAL_ERROR,
        ) from error


def _describe_error(done: process.Finished, scratch: Path) -> str:
    """Return the engine's first error and the rest, in one line; otherwise the end of its log."""
    text = done.stderr.decode("utf-8", "replace").replace(f"{scratch}/", "")
    start = text.find(_ERROR)
    words = text[start + len(_ERROR) :] if start >= 0 else text.strip()[-2000:]
    return " ".join(words.split())[:2000]


def _judge(output: Output, done: process.Finished, wanted: set[str], scratch: Path) -> None:
    """Raise an error for anything that makes a whole scan useless."""
    if output.rule_errors:
        raise ScanFailed(
            "the rule engine refuses "
            + "; ".join(f"{e.rule}: {e.text}" for e in output.rule_errors),
            rules={error.rule: error.text for error in output.rule_errors},
        )
    if output.errors:
        raise ScanFailed("the rule engine reports: " + "; ".join(output.errors))
    if (given_up := _GAVE_UP.search(done.stderr)) is not None:
        words = given_up[1].decode("utf-8", "replace").partition("\n")[0]
        raise ScanFailed(f"the rule engine gave up on a regular expression: {words}")
    if done.status != 0:
        raise ScanFailed(
            f"the rule engine ended with status {done.status}: {_describe_error(done, scratch)}"
        )
    if missing := sorted(wanted - output.rules):
        raise ScanFailed(f"the rule engine did not run: {', '.join(missing)}")


def _merge(
    rules: Sequence[Rule],
    outputs: Sequence[Output],
    files: Mapping[str, bytes],
    prefix: str,
    engine: str,
) -> Scan:
    """Collect the results of one tree from all calls, with its paths without the prefix."""
    scanned = frozenset(path for output in outputs for path in output.scanned)
    troubles = (t for output in outputs for t in output.troubles)
    findings = (f for output in outputs for f in output.findings)
    own = {prefix + path: path for path in files}
    seen = frozenset(path for placed, path in own.items() if placed in scanned)
    scan = Scan(
        findings=tuple(replace(f, path=own[f.path]) for f in findings if f.path in own),
        blind=(
            *(_blind(t, own[t.path], files) for t in troubles if t.path in own),
            *find_unscanned(files, prefix, scanned),
            *cut_short(rules, files, seen),
        ),
        scanned=seen,
        engine=engine,
    )
    return in_order(scan)


def in_order(scan: Scan) -> Scan:
    """Return the scan sorted by file and line, so that equal scans are equal values."""
    return replace(
        scan,
        findings=tuple(
            sorted(scan.findings, key=lambda f: (f.path, f.start_line, f.end_line, f.rule))
        ),
        blind=tuple(sorted(scan.blind, key=lambda b: (b.path, b.rule or "", b.reason, b.details))),
    )


def _blind(trouble: UnreadFile, path: str, files: Mapping[str, bytes]) -> Blind:
    """Describe an unread part by its text, so that `details` are equal wherever the same text was not read."""
    lines = files[path].decode("utf-8", "surrogateescape").split("\n")
    texts = [" ".join("\n".join(lines[a - 1 : b]).split()) for a, b in trouble.lines]
    return Blind(
        path=path,
        rule=trouble.rule,
        reason=trouble.reason,
        details="not parsed: " + " | ".join(texts) if texts else trouble.text,
    )
