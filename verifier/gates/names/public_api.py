"""Find the public and protected names of main code that a change removes or declares differently."""

from collections.abc import Iterator, Mapping

from verifier.java_text.declared_names import FINAL, DeclaredMember

Names = Mapping[DeclaredMember, frozenset[str]]
_SEEN = frozenset({"public", "protected"})


def public_changes(before: Names, after: Names) -> tuple[str, ...]:
    """Return the full names that other code may use and no longer finds unchanged, sorted.

    The members of a removed type are not listed. A name that is no longer final counts as unchanged. A
    constructor that is not in the source is ignored.
    """
    gone = {each for each in before if before[each] - _add_final(after.get(each, frozenset()))}
    types = {each.full_name for each in gone if each.is_type}
    changed = {each for each in gone if each.owner not in types and _is_public(each, before)}
    return tuple(sorted({each.full_name for each in changed}))


def _add_final(heads: frozenset[str]) -> frozenset[str]:
    return heads | {f"{FINAL}{head}" for head in heads}


def _is_public(each: DeclaredMember, names: Names) -> bool:
    return all(
        any(_is_seen(head, _heads_of(one.owner, names)) for head in names[one])
        for one in _outwards(each, names)
    )


def _outwards(each: DeclaredMember, names: Names) -> Iterator[DeclaredMember]:
    """Yield a name and its enclosing types."""
    found: DeclaredMember | None = each
    while found is not None:
        yield found
        found = _type(found.owner, names)


def _type(full_name: str, names: Names) -> DeclaredMember | None:
    owner, _, name = full_name.rpartition(".")
    found = DeclaredMember(owner, name, is_type=True)
    return found if found in names else None


def _heads_of(owner: str, names: Names) -> frozenset[str]:
    found = _type(owner, names)
    return frozenset() if found is None else names[found]


def _is_seen(head: str, owners: frozenset[str]) -> bool:
    """Tell whether others see a member.

    Members of interfaces, constants and components need no modifier.
    """
    words = head.split()
    if not _SEEN.isdisjoint(words):
        return True
    kinds = {word for each in owners for word in each.split()}
    without_word = "interface" in kinds or ("record" in kinds and "(" not in head)
    return "private" not in words and (not head or without_word)
