"""Which modules of a Maven project are built for a change: those that hold its files."""

from collections.abc import Iterable

from verifier.builds.maven.reactor import Reactor
from verifier.domain.paths import is_test_path
from verifier.domain.source import Tree


def modules_of(base: Tree, files: Iterable[str]) -> tuple[str, ...]:
    """The folders of the modules that hold the files, sorted; Maven adds what they need.

    A module without tests brings along the modules that depend on it and have tests, since
    nothing else would speak for it. Empty for a project that is one module, and without files: all
    of it is built.

    Raises:
        BaseInvalidError: a pom cannot be read.
    """
    reactor = Reactor.of(base)
    if len(reactor.modules) <= 1:
        return ()
    holding = {reactor.module_of(path) for path in files}
    tested = {
        reactor.module_of(path)
        for path in base.paths()
        if path.endswith(".java") and is_test_path(path)
    }
    for module in sorted(holding - tested):
        holding |= reactor.dependants(module) & tested
    return tuple(sorted(holding))
