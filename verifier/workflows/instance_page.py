"""The page of a mined data set: read the instances, find licences and duplicates, render."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.judging.tasks import Repositories
from verifier.mining.output import OutputPaths
from verifier.publishing.licences import Allowed
from verifier.publishing.rows import Row, Texts
from verifier.reports.funnel import FunnelStages, read_funnel
from verifier.reports.instance_set import InstanceSet, SetEntry
from verifier.reports.rendering.set_html import render_set
from verifier.tools.storage.files import write_whole
from verifier.workflows.exporting import rows_of


@dataclass(frozen=True, kw_only=True, slots=True)
class PageRequest:
    """One page. `source` is the file of the instances; its folder may contain their funnel.

    Without `repositories`, all licences are unknown. `allowed` selects the licences whose code is
    shown.
    """

    source: Path
    output: Path
    repositories: tuple[str, ...] = ()
    allowed: Allowed = field(default_factory=lambda: Allowed(ids=None))
    funnel: Path | None = None


def write_instance_page(instances: Iterable[Instance], request: PageRequest) -> int:
    """Write the page. Return the number of its instances.

    Raises:
        InputError: the funnel cannot be read. RepositoryError: a commit is not in its repository.
        StorageError: the page cannot be written.
    """
    # Whole patches are most of a record, and the page shows only methods.
    lean = [replace(instance, patch="") for instance in instances]
    with Repositories.parse(request.repositories) as repositories:
        rows = rows_of(lean, repositories, request.allowed)
    entries = tuple(_entry(row, asked=bool(request.repositories)) for row in rows)
    found = InstanceSet(name=request.source.name, entries=entries, funnel=_funnel(request))
    text = render_set(found)
    write_whole(request.output, text.encode("utf-8", "backslashreplace"))
    return len(entries)


def _entry(row: Row, *, asked: bool) -> SetEntry:
    return SetEntry(
        instance=row.instance,
        licence=row.licence.id if asked else "",
        duplicate_of=row.marks.duplicate_of,
        near_duplicate_of=row.marks.near_duplicate_of,
        has_texts=row.texts is Texts.INCLUDED,
    )


def _funnel(request: PageRequest) -> FunnelStages | None:
    """The funnel that the request names, or the one in the folder of the instances. None without
    one.
    """
    if request.funnel is not None:
        return read_funnel(request.funnel)
    funnel_path = OutputPaths(instances=request.source).funnel
    return read_funnel(funnel_path) if funnel_path.is_file() else None
