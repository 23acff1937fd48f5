"""The names that a change removes, adds or declares differently."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import JavaTree
from verifier.gates.names.public_api import public_changes
from verifier.java_text.declared_names import DeclaredMember, api_names, read_declared_names
from verifier.java_text.tree_text import text_of
from verifier.tools.git.repository import Repository

_ACCESSORS = ("get", "set", "is")


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedNames:
    """Names that the base declares and the head does not, or declares differently.

    `types` are full names with dots. `owners` maps the name of a member to the full names of its
    classes. `kept` are members whose class still exists. `fields` are members that are not methods.
    `hidden` are members that were private, so no other language calls them. `all` has every simple
    name that was added, removed or declared differently. `paths` are the changed Java files.
    `allowed` are the changed files that the user excludes from judgement. `api` are full names of
    main code that other code may use and that are removed or declared differently.
    """

    types: frozenset[str] = frozenset()
    owners: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    all: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    api: tuple[str, ...] = ()

    @property
    def properties(self) -> frozenset[str]:
        """The property names of the accessors `getX`, `setX` and `isX`: `x`."""
        return frozenset(filter(None, map(property_of, self.kept)))


NO_NAMES = ChangedNames()


def property_of(name: str) -> str:
    """Return the property that a method reads or writes by its name; empty if it is no accessor."""
    prefix = next((p for p in _ACCESSORS if name.startswith(p)), "")
    rest = name[len(prefix) :]
    return rest[0].lower() + rest[1:] if prefix and rest[:1].isupper() else ""


def find_changed_names(repository: Repository, base: str, head: str, trees: tuple[JavaTree, JavaTree]) -> ChangedNames:  # fmt: skip
    """Compare what the changed Java files declare on both sides."""
    paths = [
        e.path for e in repository.list_changed_entries(base, head) if e.path.endswith(".java")
    ]
    before, after = (_read_declared(tree, paths, read_declared_names) for tree in trees)
    main = [path for path in paths if kind_of(path) is PathKind.MAIN]
    api = public_changes(*(_read_declared(tree, main, api_names) for tree in trees))
    return replace(_different(before, after), paths=frozenset(paths), api=api)


def _read_declared(
    tree: JavaTree,
    paths: Iterable[str],
    read: Callable[[str], Mapping[DeclaredMember, frozenset[str]]],
) -> Mapping[DeclaredMember, frozenset[str]]:
    found = defaultdict[DeclaredMember, frozenset[str]](frozenset)
    for path in paths:
        for declared, heads in read(text_of(tree, path) or "").items():
            found[declared] |= heads
    return found


def _different(
    before: Mapping[DeclaredMember, frozenset[str]], after: Mapping[DeclaredMember, frozenset[str]]
) -> ChangedNames:
    changed = [each for each in before if before[each] != after.get(each)]
    types = {each.full_name for each in after if each.is_type}
    owners = defaultdict[str, frozenset[str]](frozenset)
    for each in changed:
        owners[each.name] |= {each.owner}
    members = [each for each in changed if not each.is_type]
    return ChangedNames(
        types=frozenset(each.full_name for each in changed if each.is_type),
        owners=owners,
        kept=frozenset(each.name for each in members if each.owner in types),
        fields=frozenset(e.name for e in members if not any("(" in h for h in before[e])),
        hidden=frozenset(_list_hidden(members, before)),
        all=frozenset(n.name for n in {*before, *after} if before.get(n) != after.get(n)),
    )


def _list_hidden(
    members: Iterable[DeclaredMember], before: Mapping[DeclaredMember, frozenset[str]]
) -> Iterator[str]:
    seen = {e.name for e in members if not all("private" in h.split() for h in before[e])}
    yield from (each.name for each in members if each.name not in seen)
