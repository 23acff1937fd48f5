"""The folder layout of a data set on the Hugging Face hub: a card, and the rows below `data`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from verifier.domain.outcome import Status
from verifier.domain.purity import PurityVerdict
from verifier.domain.validation import GoldenResult, InstanceCoverage
from verifier.printable import pluralize
from verifier.publishing.licences import UNKNOWN
from verifier.publishing.rows import Row, Texts, columns_table

CARD = "README.md"
DATA = "data/train-00000-of-00001.parquet"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def card(title: str, rows: Sequence[Row]) -> str:
    """Return the data set's card: the header of the hub, and the questions of a data sheet
    (T. Gebru et al., Datasheets for Datasets, 2021). Every figure is counted from the rows.
    """
    return "\n".join(
        [
            *_front(title, rows),
            "",
            f"# {title}",
            "",
            _what(rows),
            "",
            "```python",
            "import pandas as pd",
            "",
            f'rows = pd.read_parquet("{DATA}")',
            "```",
            "",
            *_SECTIONS["motivation"],
            *describe_composition(rows),
            *_counts(rows),
            "",
            *_years(rows),
            *_describe_making(rows),
            "",
            *_splits(rows),
            *_licences(rows),
            "",
            *describe_limits(rows),
            *_SECTIONS["uses"],
            *_SECTIONS["maintenance"],
            "## Columns",
            "",
            columns_table(),
            "",
        ]
    )


_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "motivation": (
        "## Motivation",
        "",
        (
            "The rows are tasks with which refactorings by language models and tools are judged: each has a base commit,"
            " a wanted refactoring, and the developers' own solution."
        ),
        "",
    ),
    "uses": (
        "## Uses",
        "",
        "- intended: benchmarks of refactoring, of its detection, and of the preservation of behaviour",
        "- not intended: judging the developers of these commits",
        (
            "- before you train on the rows: the sources keep their licences, and a model that has seen them cannot be"
            " compared on them"
        ),
        "",
    ),
    "maintenance": (
        "## Maintenance",
        "",
        (
            "The rows are made again from the histories by the versions and options above. A corrected set is a new export;"
            " `id` stays the same for the same refactoring. Report wrong rows, with their `id`, to the publisher of this set."
        ),
        "",
    ),
}
"""The answers that are the same for every set."""


def _what(rows: Sequence[Row]) -> str:
    return (
        f"{pluralize(len(rows), 'method-level refactoring')} of Java, each mined from a commit of a git"
        " history, with the sources of both sides where their licence permits a copy."
    )


def _front(title: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the header that the hub reads; the sources keep the licences of their projects."""
    ids = sorted({row.licence.id for row in rows})
    size = next((word for most, word in _SIZES if len(rows) < most), "n>1M")
    yield from ("---", f'pretty_name: "{title.replace(chr(34), "")}"', "license: other")
    yield "license_name: as-the-repositories"
    yield from ("annotations_creators:", "- machine-generated", "language_creators:", "- found")
    yield from ("source_datasets:", "- original", "task_categories:", "- text-generation")
    yield from ("language:", "- code", "tags:", "- java", "- refactoring")
    yield from (f"- licence-{each.lower()}" for each in ids)
    yield from ("size_categories:", f"- {size}")
    yield from ("configs:", "- config_name: default", "  data_files:", "  - split: train")
    yield from (f"    path: {DATA}", "---")


def _counts(rows: Sequence[Row]) -> Iterator[str]:
    yield from ("## Counts", "", "| repository | type | rows | validated | covered | golden |")
    yield "|---|---|---|---|---|---|"
    groups = Counter((row.instance.repo, str(row.instance.type)) for row in rows)
    for (repo, kind), count in sorted(groups.items()):
        own = [r.instance for r in rows if (r.instance.repo, str(r.instance.type)) == (repo, kind)]
        figures = (
            sum(i.build is not None for i in own),
            sum(i.coverage is not None and i.coverage.status is Status.PASSED for i in own),
            sum(i.golden is not None and i.golden.status is Status.PASSED for i in own),
        )
        yield f"| {repo} | {kind} | {count} | {' | '.join(map(str, figures))} |"
    exact = sum(row.marks.duplicate_of is not None for row in rows)
    near = sum(row.marks.near_duplicate_of is not None for row in rows)
    yield from ("", f"Marked as copies of earlier rows: {exact}; as near duplicates: {near}.")


def describe_composition(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what a row is, and how many rows have each property."""
    instances = [row.instance for row in rows]
    tiers = Counter(str(i.purity.tier or i.purity.verdict) for i in instances)
    classes = Counter(str(i.refactoring_class) for i in instances)
    facts = {
        "rows": str(len(rows)),
        "repositories": str(len({i.repo for i in instances})),
        "commits": str(len({(i.repo, i.commit) for i in instances})),
        "actions of developers": str(len({i.group for i in instances})),
        "atomic or compound": _list_counts(classes),
        "purity, by tier": _list_counts(tiers),
        "with the context of the methods": str(sum(i.context is not None for i in instances)),
    }
    yield from ("## Composition", "", "A row is one method-level refactoring of one commit.", "")
    yield from ("| property | number |", "|---|---|")
    yield from (f"| {name} | {value} |" for name, value in facts.items())
    yield ""


def _list_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def _splits(rows: Sequence[Row]) -> Iterator[str]:
    yield from ("## Splits", "", f"One split, `train`, has all {pluralize(len(rows), 'row')}.", "")
    yield "The name is the hub's default: nothing here is meant for training more than for testing."
    yield "To split, keep all rows of a `repo` in one part: rows of one repository, and of one `group`, are similar."
    yield ""


def describe_limits(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the known limits, each with its number of rows. A limit that no row has is left out."""
    instances = [row.instance for row in rows]
    limits = {
        "are impure, or their purity is unknown": sum(
            i.purity.verdict is not PurityVerdict.PURE for i in instances
        ),
        "were not validated: whether they build and pass their tests is unknown": sum(
            i.build is None for i in instances
        ),
        "were validated, and no test is known to run the refactored code": sum(
            i.build is not None and not _passed(i.coverage) for i in instances
        ),
        "have no developers' refactoring that is known to be a success without the rest of its commit": sum(
            not _passed(i.golden) for i in instances
        ),
        "edit a method around the refactored code, so that the developers did more than the refactoring": sum(
            bool(i.edited_around) for i in instances
        ),
        "are copies of earlier rows": sum(r.marks.duplicate_of is not None for r in rows),
        "are nearly copies of earlier rows": sum(
            r.marks.near_duplicate_of is not None for r in rows
        ),
        "have no sources here, for their licence": sum(r.texts is Texts.WITHHELD for r in rows),
        "have an unknown licence": sum(r.licence.id == UNKNOWN for r in rows),
        "have no date, so it is unknown whether a model may have seen them": sum(
            i.year is None for i in instances
        ),
    }
    yield from ("## Known limits", "")
    yield from (f"- {count} of {len(rows)} rows {what}" for what, count in limits.items() if count)
    for what, words in (
        ("repository", (i.repo for i in instances)),
        ("type", (str(i.type) for i in instances)),
    ):
        for name, count in Counter(words).most_common(1):
            yield f"- the most frequent {what} is {name}: {count} of {len(rows)} rows"
    yield "- only what RefactoringMiner detects and PurityChecker understands can be a row"
    yield "- sources may name people in comments; the rows have no authors of commits"
    yield ""


def _passed(found: InstanceCoverage | GoldenResult | None) -> bool:
    return found is not None and found.status is Status.PASSED


def _years(rows: Sequence[Row]) -> Iterator[str]:
    """How many rows each year's commits have; nothing where no record names its year."""
    years = Counter(row.instance.year for row in rows)
    unknown = years.pop(None, 0)
    if not years:
        return
    yield from ("## By year", "", "| year of the commit | rows |", "|---|---|")
    yield from (f"| {year} | {count} |" for year, count in sorted(years.items()) if year)
    yield from (f"| unknown | {unknown} |",) if unknown else ()
    yield ""


def _licences(rows: Sequence[Row]) -> Iterator[str]:
    yield from ("## Licences", "", "The sources keep the licences of their repositories:", "")
    yield from ("| repository | licence at the base | rows | with sources |", "|---|---|---|---|")
    groups = Counter((row.instance.repo, row.licence.id) for row in rows)
    for (repo, spdx), count in sorted(groups.items()):
        with_texts = sum(
            row.texts is Texts.INCLUDED and (row.instance.repo, row.licence.id) == (repo, spdx)
            for row in rows
        )
        yield f"| {repo} | {spdx} | {count} | {with_texts} |"


def _describe_making(rows: Sequence[Row]) -> Iterator[str]:
    yield from ("## Collection", "")
    made = [row.instance.provenance for row in rows]
    for words in sorted({(p.refverify, p.refactoring_miner, p.options) for p in made}):
        version, miner, options = words
        said = f", with {', '.join(options)}" if options else ""
        yield f"- mined by refverify {version} with RefactoringMiner {miner}{said}"
    builds = (row.instance.build for row in rows)
    for sandbox in sorted({build.sandbox for build in builds if build is not None}):
        yield f"- both sides built and tested in the sandbox `{sandbox}`, with JaCoCo's coverage"
