"""Make a commit that extracts a method in some tested classes of a revision, so that any base has
known refactorings.

The extracted part is everything after a first `if` without `else`. It needs only the parameters, so
that no analysis of variables is necessary.
"""

from collections.abc import Iterator
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.domain.source import JavaTree, Member, MemberKind
from verifier.errors import VerifierError
from verifier.java_text.brackets import closing, parts
from verifier.java_text.tokens import Token, TokenKind, scan
from verifier.java_text.tree_text import text_of
from verifier.tools import process
from verifier.tools.git.repository import Repository

BRANCH = "bench-extracted"
MOST_CLASSES = 8
"""Number of extractions in the commit. The first one whose tests detect a fault is measured."""
_SHORTEST = 8
"""Minimum number of tokens after the first `if` for an extraction."""
_KEPT = frozenset({"static", "private", "public", "protected", "final", "strictfp"})
_UNFIT = frozenset({"abstract", "native", "synchronized", "default"})


def commit_extractions(
    repository: Path, revision: str, folder: Path, under: str = ""
) -> tuple[Path, str, str]:
    """Clone a repository and commit the extractions on a new branch. Return the clone and both
    commit ids.

    With `under`, only sources in that folder change, for example those of one module.

    Raises:
        VerifierError: no method there can be extracted in this way.
    """
    clone = folder / "subject"
    process.check(["git", "clone", "--quiet", "--no-checkout", repository, clone])
    with Repository.open(repository) as opened, AnalysisPool() as analysis:
        base = opened.resolve(revision)
        made = dict(extractions(java_tree(opened.tree(base)), analysis, under))
    if not made:
        raise VerifierError(
            f"no tested class of {repository} has a method of the shape that is extracted"
        )
    git = ("git", "-C", clone, "-c", "user.name=bench", "-c", "user.email=bench@example.org")
    process.check([*git, "checkout", "--quiet", "-B", BRANCH, base])
    for path, text in made.items():
        (clone / path).write_text(text, encoding="utf-8", newline="")
    process.check([*git, "commit", "--quiet", "--all", "--message", "Extract a method in each"])
    return clone, base, process.check([*git, "rev-parse", "HEAD"]).text.strip()


def extractions(
    tree: JavaTree, analysis: AnalysisPool, under: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield sources of tested classes with one extracted method each, with their paths."""
    left = MOST_CLASSES
    for path in (p for p in _list_tested(tree) if p.startswith(under)):
        text = text_of(tree, path)
        if text is None or not left or not text.isascii():
            continue
        for member in (m for t in analysis.parse(text).types for m in t.members):
            changed = extract(text, member)
            if changed is not None:
                left -= 1
                yield path, changed
                break


def _list_tested(tree: JavaTree) -> Iterator[str]:
    """Yield main sources whose name plus `Test` is a test class."""
    sources = [p for p in sorted(tree.paths()) if p.endswith(".java")]
    tests = {Path(p).stem for p in sources if "/test/" in f"/{p}"}
    for path in sources:
        if "/test/" not in f"/{path}" and f"{Path(path).stem}Test" in tests:
            yield path


def extract(text: str, member: Member) -> str | None:
    """Extract the end of a method. None if it has no first `if` that can stay."""
    if member.kind is not MemberKind.METHOD or member.body is None or member.method is None:
        return None
    start = _find_declaration(text, member)
    header = text[start : member.body.start]
    head = list(scan(header, decoded=False))
    modifiers = [t.text for t in head if t.text in _KEPT | _UNFIT]
    if not _UNFIT.isdisjoint(modifiers) or any(t.text == "@" for t in head):
        return None
    cut = _behind_first_if(text, member.body.start, member.body.end)
    names = _parameters(head, member.method.name)
    if cut is None or names is None:
        return None
    name = f"{member.method.name}Rest"
    place = next(t for t in head if t.text == member.method.name)
    behind = next(
        (t.end for t in reversed(head[: head.index(place)]) if t.text in _KEPT),
        0,
    )
    static = "static " if "static" in modifiers else ""
    signature = (
        f"private {static}{header[behind : place.start].lstrip()}{name}{header[place.end :]}"
    )
    void = head[head.index(place) - 1].text == "void"
    call = f"\n        {'' if void else 'return '}{name}({', '.join(names)});\n    }}"
    rest = text[cut : member.body.end]
    return f"{text[:cut]}{call}\n\n    {signature}{{{rest}{text[member.body.end :]}"


def _find_declaration(text: str, member: Member) -> int:
    """Find the start of the declaration, after its comments and annotations."""
    inside = list(scan(text[member.span.start : member.span.end], decoded=False))
    words = [t.text for t in inside]
    at = 0
    while words[at] == "@":
        at += 2
        while words[at] == ".":
            at += 2
        if words[at] == "(":
            at = (closing(words, at) or at) + 1
    return member.span.start + inside[at].start


def _behind_first_if(text: str, start: int, end: int) -> int | None:
    """The position after a first `if` with a block and without `else` that statements follow."""
    inside = list(scan(text[start:end], decoded=False))
    words = [t.text for t in inside]
    if words[1:3] != ["if", "("]:
        return None
    block = (closing(words, 2) or 0) + 1
    if words[block] != "{":
        return None
    last = closing(words, block)
    if last is None or words[last + 1] in {"else", "}"} or len(words) - last < _SHORTEST:
        return None
    return start + inside[last].end


def _parameters(head: list[Token], name: str) -> list[str] | None:
    """The names of a declaration's parameters. None if one is declared as an array."""
    words = [t.text for t in head]
    opened = words.index("(", words.index(name))
    end = closing(words, opened)
    each = parts(words[opened + 1 : end], angles=True)
    found = [part[-1] for part in each]
    kinds = {t.text: t.kind for t in head}
    return found if all(kinds[n] is TokenKind.WORD for n in found) else None
