"""The pages of a site: the index, the pages of each setting, and the page of each verdict."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from verifier import __version__
from verifier.domain.evidence import ANSWER
from verifier.domain.outcome import Status
from verifier.domain.reasons import MEANINGS
from verifier.domain.verdict import Verdict
from verifier.frames.verdicts import usage_of
from verifier.reports.evidence import locate_own, read_head
from verifier.reports.figures import model_order
from verifier.reports.ledger import LedgerEntry
from verifier.reports.measures import decide_proved, strict_success, success
from verifier.reports.plots import make_plots
from verifier.reports.rendering.html import describe_runs, page_title
from verifier.reports.rendering.page import SORT, prepare_plots, read_resource, render
from verifier.reports.rendering.prediction import DIFF_BYTES, Describer, list_row
from verifier.reports.rendering.text import LEGEND, dollars
from verifier.reports.report import Report
from verifier.reports.site.addresses import VerdictAddress, link_settings, page_of_setting
from verifier.reports.site.copies import EvidenceCopies, VerdictCopies
from verifier.reports.site.data import SUMS_NOTE
from verifier.reports.site.folder import GENERATOR
from verifier.reports.site.tables import facts_of_setting, rank, tables_of

ON_A_PAGE = 250
"""The verdicts that one page of a setting lists."""
LONGEST_NAME = 200
"""Characters of a foreign name outside of the report's tables."""
MOST_OTHERS = 50
"""The verdicts on the same task that the page of a verdict names."""


@dataclass(kw_only=True)
class SitePages:
    """Makes the pages of one report, one at a time."""

    report: Report
    copies: EvidenceCopies
    _script: str = field(default_factory=lambda: read_resource(SORT))

    @cached_property
    def settings(self) -> Mapping[str, tuple[LedgerEntry, ...]]:
        """The verdicts of each setting by its name: models first, then references."""
        found = defaultdict[str, list[LedgerEntry]](list)
        for entry in self.report.material.ledger.entries:
            found[self.report.material.name_of(entry.verdict)].append(entry)
        ordered = sorted(
            found, key=lambda name: (*model_order(found[name][0].verdict.model_name_or_path), name)
        )
        return {name: tuple(found[name]) for name in ordered}

    @cached_property
    def _by_instance(self) -> Mapping[tuple[str, str], Sequence[Verdict]]:
        found = defaultdict[tuple[str, str], list[Verdict]](list)
        for verdict in self.report.material.verdicts:
            found[verdict.repo, verdict.instance_id].append(verdict)
        return found

    def index(self, files: Sequence[Mapping[str, str]]) -> str:
        """The first page: notices, charts, tables with links to the settings, and the data files."""
        report = self.report
        tables = tuple(rank(table, report.material) for table in report.tables)
        notices = [*report.notices]
        if self.copies.cut:
            notices.append(
                f"files of evidence that are cut or not copied: {self.copies.cut:,}; the pages of their"
                " verdicts say which"
            )
        return self._render(
            "site_index.html.j2",
            script=self._script,
            tables=tables,
            up="",
            title=page_title(report),
            notices=notices,
            facts=describe_runs(report),
            plots=prepare_plots(make_plots(report.material)),
            links=link_settings(self.settings),
            settings=[
                {"href": page_of_setting(name), "name": _cut(name), "count": len(entries)}
                for name, entries in self.settings.items()
            ],
            files=files,
            sums=SUMS_NOTE,
            legend=LEGEND,
        )

    def setting(self, name: str) -> Iterator[tuple[str, str]]:
        """The pages of a setting with their paths: its figures, and the list of its verdicts."""
        entries = self.settings[name]
        last = -(-len(entries) // ON_A_PAGE)
        for number in range(1, last + 1):
            part = entries[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
            yield (
                page_of_setting(name, number),
                self._render(
                    "site_setting.html.j2",
                    script=self._script,
                    tables=tables_of(self.report, name) if number == 1 else (),
                    up="../",
                    title=_cut(name),
                    facts=facts_of_setting(self.report, name) if number == 1 else [],
                    rows=[self._row(entry.verdict) for entry in part],
                    count=len(entries),
                    first=(number - 1) * ON_A_PAGE + 1,
                    pages=[
                        {
                            "number": n,
                            "href": f"../{page_of_setting(name, n)}",
                            "current": n == number,
                        }
                        for n in range(1, last + 1)
                    ],
                    legend=LEGEND,
                ),
            )

    def verdict(self, entry: LedgerEntry) -> tuple[str, str]:
        """The page of a verdict with its path. Its evidence is copied."""
        verdict, address = entry.verdict, VerdictAddress.of(entry.verdict)
        copies = VerdictCopies(all=self.copies, address=address)
        answer = locate_own(entry, ANSWER)
        answer_link = None if answer is None else copies.link(ANSWER, answer)
        name = self.report.material.name_of(verdict)
        body = Describer(link=copies.link, full=not self.copies.full).describe(entry)
        return address.page, self._render(
            "site_verdict.html.j2",
            up="../",
            title=f"{verdict.task_type or 'any refactoring'}: {_cut(name)}",
            setting={"name": _cut(name), "href": f"../{page_of_setting(name)}"},
            row=self._row(verdict),
            asked=_asked(verdict),
            outcomes=_outcomes(verdict),
            made=_made(verdict),
            body=body,
            answer=None if answer is None else read_head(answer, DIFF_BYTES),
            answer_link=answer_link,
            copy_notes=copies.notes,
            others=self._others(verdict),
            meanings={str(reason): text for reason, text in MEANINGS.items()},
        )

    def _others(self, verdict: Verdict) -> Mapping[str, Any]:
        same = self._by_instance[verdict.repo, verdict.instance_id]
        others = [each for each in same if each is not verdict]
        return {
            "rows": [self._row(each) for each in others[:MOST_OTHERS]],
            "more": max(0, len(others) - MOST_OTHERS),
        }

    def _row(self, verdict: Verdict) -> Mapping[str, Any]:
        row = list_row(verdict, self.report.material)
        marks = {"proved": row["proved"] is Status.PASSED, "delegate": row["delegate"]}
        texts = {name: _cut(str(row[name])) for name in ("instance", "model", "project", "method")}
        return {
            **row,
            **texts,
            "href": f"../{VerdictAddress.of(verdict).page}",
            "outcome": _outcome_of(verdict),
            "notes": [word for word, holds in marks.items() if holds],
        }

    def _render(self, template: str, **words: Any) -> str:
        return render(template, generator=f"{GENERATOR} {__version__}", **words)


def _outcome_of(verdict: Verdict) -> str:
    """The strongest success, or the outcome without one."""
    if verdict.success is not Status.PASSED:
        return str(verdict.success)
    return "strict success" if verdict.strict_success is Status.PASSED else "success"


def _cut(name: str) -> str:
    """Cut a foreign name, which may be of any length."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _asked(verdict: Verdict) -> list[Mapping[str, str]]:
    """What the task asked for."""
    circumstances = verdict.circumstances
    generation = circumstances.generation
    facts = {
        "Task": str(verdict.task_type or "any pure refactoring"),
        "Class": str(verdict.refactoring_class or ""),
        "Method": verdict.method,
        "Project": verdict.repo,
        "Base commit": verdict.base_commit,
        "Instance": verdict.instance_id,
        "Sample": str(verdict.sample),
        "Track": str(circumstances.track or ""),
        "Mode": str(circumstances.mode or ""),
        "Prompts": generation.prompt_set if generation else "",
    }
    return _filled(facts)


_WORDS = {
    Status.PASSED: "yes",
    Status.FAILED: "no",
    Status.INCONCLUSIVE: "open",
    Status.NOT_APPLICABLE: "no value",
}


def _outcomes(verdict: Verdict) -> list[Mapping[str, str]]:
    """The figures of a verdict, as the tables count them."""
    figures = {
        "Success": success(verdict),
        "Strict success": strict_success(verdict),
        "Proved": decide_proved(verdict),
    }
    return [
        {"name": name, "status": str(status), "said": _WORDS[status]}
        for name, status in figures.items()
    ]


def _made(verdict: Verdict) -> list[Mapping[str, str]]:
    """How the answer was made and judged. What is unknown is left out, never 0."""
    provenance, circumstances = verdict.provenance, verdict.circumstances
    generation, usage = circumstances.generation, usage_of(verdict)
    cost = circumstances.cost_usd
    facts = {
        "Asked model": generation.model_asked if generation else "",
        "Answered by": generation.model_answered if generation else "",
        "Given as": str(verdict.form),
        "Ended with": str(circumstances.finish_reason or ""),
        "Cost, USD": "" if cost is None else dollars(cost),
        "Tokens": "" if usage is None else f"{usage.input:,} in, {usage.output:,} out",
        "Sandbox": provenance.sandbox + ("" if provenance.isolated else ", not isolated"),
        "Image": provenance.image or "",
        "JDK": provenance.jdk or "",
        "Build": provenance.strategy or "",
        "refverify": provenance.refverify,
        "Tools": ", ".join(
            f"{tool} {version}" for tool, version in sorted(provenance.tools.items())
        ),
        "Key": provenance.key,
    }
    return _filled(facts)


def _filled(facts: Mapping[str, str]) -> list[Mapping[str, str]]:
    return [{"name": name, "value": _cut(value)} for name, value in facts.items() if value]
