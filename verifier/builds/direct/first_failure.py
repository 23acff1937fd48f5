"""Run the tests near a change until the first failure, then the failing class alone, in one job.

Such a job can only show a failure: the candidate's code runs in the same job as the base's rounds,
so it never counts as a pass.
"""

import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.builds.described.module import TREE
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import (
    ENVIRONMENT,
    JOB_TREE,
    OUTPUT_BYTES,
    BuildRequest,
    top_class,
)
from verifier.builds.direct.class_archive import Archived
from verifier.builds.direct.evidence import Nonce, read_events
from verifier.builds.direct.test_jvm import OWN_JDK, SHORT_LIVED, Mounts, words
from verifier.builds.evidence.recording import agent, launcher_option
from verifier.domain.testrun import ROUNDS, Round, RunEnd, TestOutcome, TestRun
from verifier.sandbox.base import Job, JobResult, Sandbox

MOST_NEAR = 10
"""How many test classes run before all others; if nothing fails in them, they run twice."""
_PLANS, _OVERLAY = "plans", "overlay"
_WROTE_INTO_TREE = 3
"""The exit status of the job if a file was added to or removed from the tree's own folder before
the first failure.
"""
_ID = re.compile(r"[\x21-\x7e]+")
# Our files are outside the tree. Each round gets the tree as it was before any test ran. The tree
# of the first run is put back at the end, because the caller checks which files it touched.
_SCRIPT = f"""{OWN_JDK}base=("${{@:2:$1}}"); shift $(($1 + 1))
candidate=("$@") here=$PWD
run() {{
    cd {{working}} && env "${{@//{TREE}/$tree}}"
    cd "$here"
}}
lay() {{
    rm -rf tree && mkdir tree && cp -dR --preserve=mode,timestamps,links -- {{source}}/. tree || exit 0
    if [[ $1 == candidate ]]; then
        while IFS= read -r -d '' path; do rm -rf -- "tree/$path"; done <{_PLANS}/deletions
        [[ ! -d {_OVERLAY} ]] || cp -dR -- {_OVERLAY}/. tree || exit 0
    fi
    mkdir -p tree/{{main}} tree/{{test}} && cp -dR -- "$2/." tree/{{main}} && cp -dR -- "$3/." tree/{{test}} || exit 0
}}
only() {{
    while IFS= read -r line; do
        case $line in
            "class $failed" | "class $failed\\$"*) ;;
            "class "*) continue ;;
        esac
        printf '%s\\n' "$line"
    done <"$1"
}}
root=$(stat -c %z tree) || exit 1
run "${{candidate[@]}}" <{_PLANS}/near | tee first
while IFS= read -r line; do
    [[ $line == "@event "* ]] && last=$line
done <first
[[ $last == *'"outcome":"failed"'* && $last =~ \\"id\\":\\"([A-Za-z0-9_.]+)[\\$#] ]] || exit 0
failed=${{BASH_REMATCH[1]}} end=0
# Moving the tree changes its folder's own time, so this must be checked before.
[[ $(stat -c %z tree) == "$root" ]] || end={_WROTE_INTO_TREE}
mv tree first-tree
known=
while IFS= read -r line; do [[ $line != "$failed" ]] || known=1; done <{_PLANS}/known
for ((round = 1; round <= {{rounds}}; round++)); do
    if [[ ! $known ]]; then
        lay base {{base_main}} {{base_test}}
        run "${{base[@]}}" < <(only {_PLANS}/base$round)
    fi
    lay candidate {{candidate_main}} {{candidate_test}}
    run "${{candidate[@]}}" < <(only {_PLANS}/candidate$round)
done
rm -rf tree && mv first-tree tree
exit $end
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class NearRun:
    """What ran until the first failure, and the rounds of the class that failed.

    `wrote_into_tree` says that the folder of the tree itself changed before the rounds, which the
    job's watched paths cannot show.
    """

    tests: TestRun
    rounds: tuple[Round, ...]
    wrote_into_tree: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Plans:
    """The plans of each JVM in the job. Their keys are readable in the job: what they sign is no
    pass.

    `lines` are in every plan; `failing` are tests that fail on the base too. `known` are the base's
    rounds of classes that already ran without a candidate: these are not repeated.
    """

    near: Sequence[str]
    lines: Sequence[str]
    failing: frozenset[str]
    known: Mapping[str, Sequence[TestRun]] = field(default_factory=dict)
    first: Nonce = field(default_factory=Nonce)
    rounds: tuple[tuple[Nonce, Nonce], ...] = field(
        default_factory=lambda: tuple((Nonce(), Nonce()) for _ in range(ROUNDS))
    )

    def files(self) -> dict[str, bytes]:
        """Return the plans by their path in the job."""
        # An id may contain a line break, which would start another plan line.
        known = [f"fails {test}" for test in sorted(self.failing) if _ID.fullmatch(test)]
        found = {"near": self._text(self.first, ("until failure", *known))}
        for number, (base, candidate) in enumerate(self.rounds, 1):
            found[f"base{number}"] = self._text(base)
            found[f"candidate{number}"] = self._text(candidate)
        found["known"] = "".join(f"{name}\n" for name in sorted(self.known)).encode()
        return {f"{_PLANS}/{name}": text for name, text in found.items()}

    def _text(self, nonce: Nonce, more: Sequence[str] = ()) -> bytes:
        classes = (f"class {name}" for name in self.near)
        return "".join(
            f"{line}\n" for line in (*nonce.lines(), *self.lines, *more, *classes)
        ).encode()

    def read(self, result: JobResult, *, assertions: bool) -> NearRun | None:
        """Return what the job showed; None if nothing failed, or if it did not finish."""
        if result.end is not RunEnd.EXITED or result.truncated:
            return None
        if result.exit_code not in {0, _WROTE_INTO_TREE}:
            return None

        def read_with(nonce: Nonce) -> TestRun:
            return read_events(result.output, nonce, exit_code=0, assertions=assertions)

        tests = read_with(self.first)
        failed = {t for t, o in tests.outcomes.items() if o is TestOutcome.FAILED}
        if failed <= self.failing:
            return None
        base = self._find_known(failed - self.failing) or [read_with(b) for b, _ in self.rounds]
        candidate = [read_with(c) for _, c in self.rounds]
        rounds = (Round(base=b, candidate=c) for b, c in zip(base, candidate, strict=True))
        return NearRun(
            tests=tests,
            rounds=tuple(rounds),
            wrote_into_tree=result.exit_code == _WROTE_INTO_TREE,
        )

    def _find_known(self, failed: Collection[str]) -> Sequence[TestRun]:
        """Return the known base rounds of the only failing class; empty if the job ran them itself."""
        classes = {top_class(test) for test in failed}
        return self.known.get(classes.pop(), ()) if len(classes) == 1 else ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstFailureJob:
    """The job; with `agent_of` (packages), JaCoCo's agent is loaded but its data is not collected."""

    prepared: PreparedBase
    sandbox: Sandbox
    request: BuildRequest
    candidate: Mounts
    base: Mounts
    agent_of: str = ""
    archive: Archived = field(default_factory=Archived)

    def job(self, plans: Plans, watched: tuple[str, ...]) -> Job:
        """Return the job for these plans."""
        mounts, jacoco = self.candidate, (agent(),) if self.agent_of else ()
        module, files = self.prepared.module, self.request.overlay.files
        deleted = b"".join(p.encode() + b"\0" for p, c in files.items() if c is None)
        kept = {f"{_OVERLAY}/{p}": c for p, c in files.items() if c is not None}
        base, candidate = self._words(self.base), self._words(mounts)
        head = (self.sandbox.path_of(mounts.jdk), str(len(base)))
        own = (self.base.main, self.base.test, self.base.resources)
        return Job(
            command=("bash", "-c", self._script(), "near", *head, *base, *candidate),
            mounts=(*mounts.all(), mounts.base, *own, *jacoco, *self.archive.mounts),
            copies={
                JOB_TREE: mounts.base,
                f"{JOB_TREE}/{module.main_output}": mounts.main,
                f"{JOB_TREE}/{module.test_output}": mounts.test,
            },
            files={
                **self.request.files(),
                **kept,
                **plans.files(),
                f"{_PLANS}/deletions": deleted,
            },
            env=ENVIRONMENT,
            watched=watched,
            limits=replace(self.request.limits, output_bytes=OUTPUT_BYTES),
            label=f"near {self.request.label}",
        )

    def _script(self) -> str:
        module = self.prepared.module
        folder = f"{JOB_TREE}/{module.tests.working_directory}"
        places = {
            "rounds": str(ROUNDS),
            "working": folder,
            "source": self.sandbox.path_of(self.base.base),
            "main": module.main_output,
            "test": module.test_output,
            "base_main": self.sandbox.path_of(self.base.main),
            "base_test": self.sandbox.path_of(self.base.test),
            "candidate_main": self.sandbox.path_of(self.candidate.main),
            "candidate_test": self.sandbox.path_of(self.candidate.test),
        }
        script = _SCRIPT
        for name, place in places.items():
            script = script.replace(f"{{{name}}}", shlex.quote(place))
        return script

    def _words(self, mounts: Mounts) -> list[str]:
        prepared, sandbox = self.prepared, self.sandbox
        watching = (
            [launcher_option(sandbox.path_of(agent()), self.agent_of)] if self.agent_of else []
        )
        loaded = (*mounts.preload_options(prepared, sandbox), *watching)
        before = (*self.archive.words, *SHORT_LIVED)
        return words(prepared, mounts.class_path(prepared, sandbox), loaded, before)
