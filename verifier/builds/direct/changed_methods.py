"""Which methods of the base a candidate changed, according to the class files of both."""

from collections.abc import Iterator, Mapping

from verifier.builds.direct.code_digest import method_digests
from verifier.domain.reach import OF_CLASS

_CLASS = ".class"


def find_changed_methods(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> frozenset[str]:
    """Return the methods (`pkg.Class#name(I)V`) whose instructions differ or that are gone.

    An entry `pkg.Class#` means all methods of a class: if the class is gone, if its fields or supertypes
    differ, or if its file cannot be read.
    """
    paths = (p for p in old if p.endswith(_CLASS) and old[p] != new.get(p))
    return frozenset(
        f"{path.removesuffix(_CLASS).replace('/', '.')}{OF_CLASS}{name}"
        for path in paths
        for name in _compare(old[path], new.get(path))
    )


def _compare(old: bytes, new: bytes | None) -> Iterator[str]:
    before, after = method_digests(old), None if new is None else method_digests(new)
    if before is None or after is None or before[0] != after[0]:
        yield ""
        return
    yield from (name for name, digest in before[1].items() if after[1].get(name) != digest)
