"""The results of validation and of the prover for an instance, as short or full text."""

from collections.abc import Iterator

from verifier.domain.facts.coverage import CountFact, CoverageFacts, SideFact
from verifier.domain.instance import Instance
from verifier.domain.outcome import Status
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.validation import (
    NOT_STRICT,
    GoldenResult,
    Step,
    StepResult,
    SuiteComparison,
    TreeBuild,
)
from verifier.printable import pluralize, printable

_WIDTH = max(map(len, Step))
_OUTCOMES = {
    ProofOutcome.UNRESOLVED: "unresolved: code that the proof needs does not compile here",
    ProofOutcome.NOT_SUPPORTED: "not supported: nothing of the change is byte code to compare",
}
_NOT_PROVED = "no proof found, which says nothing against it"


def validation_lines(instance: Instance, *, in_full: bool = False) -> Iterator[str]:
    """Format each step with its outcome and evidence. With `in_full`, all recorded evidence is
    shown.
    """
    if cannot := no_strict_success(instance):
        yield cannot
    found = instance.validation
    if found is None:
        yield "not validated: `refverify validate` builds and tests both sides"
        return
    build, coverage = found.build, found.coverage
    said = {
        Step.BUILDS_BEFORE: (_describe_build(build.before), _tree(build.before)),
        Step.BUILDS_AFTER: (_describe_build(build.after), _tree(build.after)),
        Step.TESTS_PASS: (_suites(build.tests), _all_suites(build.tests)),
        Step.COVERED: (_describe_coverage(coverage.facts), _all_coverage(coverage.facts)),
        Step.GOLDEN: ("", iter(())),
    }
    for step in Step:
        short, long = said[step]
        yield f"{step:<{_WIDTH}}  {_outcome(found.steps.get(step), short)}"
        if in_full:
            yield from (f"  {line}" for line in _details(found.steps.get(step)))
            yield from (f"  {printable(line)}" for line in long)
    if in_full:
        image = f", image {build.image}" if build.image else ""
        alone = "" if build.isolated else " (not isolated)"
        yield f"  sandbox {build.sandbox}{alone}{image}"


def no_strict_success(instance: Instance) -> str:
    """Say why the golden refactoring cannot be a strict success. Empty if it can or if this is
    unknown.
    """
    if instance.golden_purity not in NOT_STRICT:
        return ""
    purity = None if instance.golden is None else instance.golden.purity
    if purity is None and instance.edited_around:
        why = f"edited around the refactored code: {', '.join(instance.edited_around)}"
    elif purity is None:
        why = "the prover shows a difference"
    else:
        said = purity.details.partition("\n")[0]
        why = ": ".join(filter(None, [str(purity.reason), said]))
    return printable(f"golden: no strict success possible: {why}")


def _outcome(result: StepResult | None, short: str) -> str:
    if result is None:
        return "not asked"
    first = result.details.partition("\n")[0] if result.status is not Status.PASSED else ""
    check = result.check if isinstance(result, GoldenResult) else None
    reason = f"{result.reason or ''}{f', check {check}' if check else ''}"
    return ": ".join(filter(None, [str(result.status), reason, short or printable(first)]))


def _details(result: StepResult | None) -> Iterator[str]:
    """The details after their first line."""
    if result is not None:
        yield from map(printable, result.details.splitlines()[1:])


def _describe_build(tree: TreeBuild) -> str:
    if tree.status is not Status.PASSED:
        return ""
    return ", ".join(filter(None, [tree.strategy, tree.jdk and f"JDK {tree.jdk}"]))


def _tree(tree: TreeBuild) -> Iterator[str]:
    yield f"commit {tree.commit}"
    if tree.strategy_reason:
        yield f"built so: {tree.strategy_reason}"
    if tree.compiler:
        yield f"compiler: {tree.compiler}"
    if tree.modules:
        yield f"modules: {', '.join(tree.modules)}"
    for module, why in tree.untested.items():
        yield f"{module} was compiled and not tested: {why}"
    if tree.tests is not None:
        runs = ", ".join("no whole evidence" if r is None else _run(*r) for r in tree.tests.runs)
        yield (
            f"{pluralize(tree.tests.stable_pass, 'test')} pass in every run, {tree.tests.skipped} skipped"
            f"; runs: {runs}"
        )
        yield from (f"fails in every run: {test}" for test in tree.tests.stable_fail)
        yield from (f"runs differ: {test}" for test in tree.tests.flaky)
    yield from (f"note: {note}" for note in tree.notes)
    yield from (f"{name} {version}" for name, version in tree.tools.items())


def _run(passed: int, failed: int) -> str:
    return f"{passed} passed and {failed} failed"


def _suites(suites: SuiteComparison) -> str:
    if not suites.kept:
        return ""
    counts = {
        "kept": suites.kept,
        "renamed": len(suites.renamed),
        "vanished": suites.vanished_count,
        "newly skipped": suites.newly_skipped_count,
        "failed": len(suites.failed),
        "flaky": len(suites.flaky),
    }
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def _all_suites(suites: SuiteComparison) -> Iterator[str]:
    yield from (f"fails after: {test}" for test in suites.failed)
    yield from (f"runs differ after: {test}" for test in suites.flaky)
    yield from (f"renamed: {old} -> {new}" for old, new in suites.renamed.items())
    yield from (f"vanished: {test}" for test in suites.vanished)
    yield from (f"skipped now: {test}" for test in suites.newly_skipped)


def _describe_coverage(facts: CoverageFacts | None) -> str:
    if facts is None or not facts.measured or facts.before is None or facts.after is None:
        return ""
    parts = [
        f"{name} {_of(getattr(facts.before, name))} before, {_of(getattr(facts.after, name))} after"
        for name in ("lines", "branches")
        if getattr(facts.before, name).total or getattr(facts.after, name).total
    ]
    if facts.reached_by_count is not None:
        parts.append(f"{pluralize(facts.reached_by_count, 'test')} run it")
    return "; ".join(parts)


def _of(count: CountFact) -> str:
    return f"{count.covered}/{count.total}"


def _all_coverage(facts: CoverageFacts | None) -> Iterator[str]:
    if facts is None:
        return
    if facts.reason:
        yield f"not measured: {facts.reason}"
    if facts.agent:
        yield f"JaCoCo {facts.agent}"
    for name, side in (("before", facts.before), ("after", facts.after)):
        yield from _stretches(name, side)
    yield from facts.reached_by_tests or facts.reached_by or ()


def _stretches(name: str, side: SideFact | None) -> Iterator[str]:
    for each in () if side is None else side.stretches:
        missed = f"; never ran: {', '.join(map(str, each.missed))}" if each.missed else ""
        place = f"{each.file}:{each.first_line}-{each.last_line}"
        figures = f"lines {_of(each.lines)}, branches {_of(each.branches)}"
        yield f"{name}: {each.part} {place} {each.method}: {figures}{missed}"


def proof_lines(purity: Purity) -> Iterator[str]:
    """Say that it is proved, or why not, with the place on both sides."""
    why = purity.unproved
    if purity.tier is PurityTier.PROVED:
        yield "proved from the byte code of both versions"
    elif why is None and purity.verdict is not PurityVerdict.PURE:
        yield "not tried: only refactorings that PurityChecker calls pure are proved"
    elif why is None:
        yield "not tried: `refverify mine --prove` looks for a proof"
    else:
        reason = "" if why.reason == why.outcome else why.reason
        said = ": ".join(filter(None, [reason, why.why]))
        yield printable("; ".join(filter(None, [_OUTCOMES.get(why.outcome, _NOT_PROVED), said])))
        for side, place in (("before", why.before), ("after", why.after)):
            if place:
                yield printable(f"{side:<6}  {place}")
