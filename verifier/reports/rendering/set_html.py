"""A mined data set as an HTML page."""

from collections.abc import Mapping

from verifier.domain.reasons import MEANINGS
from verifier.printable import pluralize
from verifier.reports.instance_set import InstanceSet, acts_of, count_validated
from verifier.reports.rendering.details import inert_json
from verifier.reports.rendering.page import prepare_plots, render_page
from verifier.reports.rendering.set_details import Bodies, examples, row
from verifier.reports.rendering.text import LEGEND
from verifier.reports.set_plots import make_set_plots
from verifier.reports.set_tables import fill_set


def render_set(found: InstanceSet) -> str:
    """Render the whole page."""
    bodies = Bodies()
    return render_page(
        "instances.html.j2",
        "instances.js",
        fill_set(found),
        title=f"{found.name}: mined refactorings",
        notices=(*found.notices, *_notices(found)),
        facts=_facts(found),
        examples=examples(found),
        meanings=inert_json(MEANINGS),
        legend=LEGEND,
        plots=prepare_plots(make_set_plots(found)),
        index=inert_json([row(entry) for entry in found.entries]),
        bodies=(bodies.body(number, entry) for number, entry in enumerate(found.entries)),
    )


def _notices(found: InstanceSet) -> list[str]:
    notices = []
    withheld = sum(not entry.has_texts for entry in found.entries)
    if withheld:
        without = pluralize(withheld, "instance is", "instances are")
        notices.append(f"{without} shown without code, for the licence")
    if not found.entries:
        notices.append("no instances")
    return notices


def _facts(found: InstanceSet) -> list[Mapping[str, str]]:
    """Facts about the instances' origin that the page shows."""
    instances = [entry.instance for entry in found.entries]
    made = [instance.provenance for instance in instances]
    figures = {
        "Instances": f"{len(instances):,}",
        "Acts of developers": f"{acts_of(found.entries):,}",
        "Projects": f"{len({i.repo for i in instances}):,}",
        "Pure": f"{sum(entry.is_pure for entry in found.entries):,}",
        "Validated": f"{count_validated(found.entries):,}",
        "Version": ", ".join(sorted({p.refverify for p in made})),
        "RefactoringMiner": ", ".join(sorted({p.refactoring_miner for p in made})),
    }
    return [{"name": name, "value": value} for name, value in figures.items() if value]
