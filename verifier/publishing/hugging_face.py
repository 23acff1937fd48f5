"""The folder layout of a data set on the Hugging Face hub: a card, and the rows below `data`."""

from collections import Counter
from collections.abc import Iterator, Sequence

from verifier.domain.outcome import Status
from verifier.printable import pluralize
from verifier.publishing.rows import Row, Texts, columns_table

CARD = "README.md"
DATA = "data/train-00000-of-00001.parquet"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def card(title: str, rows: Sequence[Row]) -> str:
    """Return the data set's card: its content, its licences, and how it was made."""
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
            *_counts(rows),
            "",
            *_years(rows),
            *_licences(rows),
            "",
            *_describe_making(rows),
            "",
            "## Columns",
            "",
            columns_table(),
            "",
        ]
    )


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
    yield from ("## How it was made", "")
    made = [row.instance.provenance for row in rows]
    for words in sorted({(p.refverify, p.refactoring_miner, p.options) for p in made}):
        version, miner, options = words
        said = f", with {', '.join(options)}" if options else ""
        yield f"- mined by refverify {version} with RefactoringMiner {miner}{said}"
    builds = (row.instance.build for row in rows)
    for sandbox in sorted({build.sandbox for build in builds if build is not None}):
        yield f"- both sides built and tested in the sandbox `{sandbox}`, with JaCoCo's coverage"
