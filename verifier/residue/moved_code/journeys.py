"""The extractions and inlinings of one host, each with the texts that must be the same code."""

from collections.abc import Iterator

from verifier.residue.moved_code.journey import Journey
from verifier.residue.moved_code.surroundings import Host
from verifier.residue.text.members import FileSide


def journeys_of(host: Host, before: FileSide, after: FileSide) -> Iterator[Journey]:
    """Yield the extractions and inlinings whose other method exists; none if the host does not
    exist.
    """
    old, new = before.place(host.before), after.place(host.after)
    if old is None or new is None:
        return
    for part in host.parts:
        inlining = part.traits.inlines_method
        side = part.before if inlining else part.after
        method = side.method if side and inlining else side.partner if side else None
        text = (before if inlining else after).place(method) if method else None
        if method is not None and text is not None:
            yield Journey(
                refactoring=part,
                open=new if inlining else old,
                calling=old if inlining else new,
                method=text,
                method_id=method,
            )
