"""Pull requests of known kind, made from a small project's history and from released sources.

Nothing is random: the same input gives the same pull requests.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from verifier.domain.paths import is_test_path
from verifier.tools import process

PURE, IMPURE = "pure", "impure"
IDENTITY = {
    "GIT_AUTHOR_NAME": "Bench",
    "GIT_AUTHOR_EMAIL": "bench@example.org",
    "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Bench",
    "GIT_COMMITTER_EMAIL": "bench@example.org",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
}
_OTHER_WAY = (
    (" + ", " - "), (" - ", " + "), (" <= ", " < "), (" < ", " <= "), (" >= ", " > "), (" > ", " >= "),
    (" == ", " != "), (" != ", " == "), (" && ", " || "), ("true", "false"), ("false", "true"),
)  # fmt: skip
"""Replacements of a mutant; the first one that occurs in a line applies."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRequest:
    """Two versions to compare, and whether the change is only refactoring.

    `head` is empty if the base is compared to the files on disk.
    """

    source: str
    kind: str
    truth: str
    name: str
    repository: Path
    base: str
    head: str


class Maker:
    """A clone into which pull requests are committed."""

    def __init__(self, source: str, origin: Path, folder: Path) -> None:
        self.source, self.folder = source, folder
        process.check(["git", "clone", "-q", "--no-checkout", origin, folder], env=IDENTITY)

    def git(self, *words: str | Path) -> str:
        """Run git in the clone. Return its output without surrounding blanks."""
        done = process.check(
            ["git", "-C", self.folder, "-c", "core.autocrlf=false", *words], env=IDENTITY
        )
        return done.text.strip()

    def commits(self, revision: str = "HEAD") -> list[str]:
        """The commits of a first-parent history, oldest first."""
        return self.git("rev-list", "--reverse", "--first-parent", revision).split()

    def squash(self, base: str, head: str) -> str:
        """Make one commit that leads from a base to the tree of another commit."""
        return self.git("commit-tree", "-p", base, "-m", "squashed", f"{head}^{{tree}}")

    def edit(self, base: str, files: Mapping[str, str]) -> str:
        """Make a commit with other texts on a base. Line ends stay as given."""
        self.git("checkout", "-q", "-f", "--detach", base)
        for path, text in files.items():
            (self.folder / path).write_bytes(text.encode())
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "edited")
        return self.git("rev-parse", "HEAD")

    def revert(self, head: str) -> str:
        """Make a commit that reverts the last one."""
        self.git("checkout", "-q", "-f", "--detach", head)
        self.git("revert", "--no-edit", "HEAD")
        return self.git("rev-parse", "HEAD")

    def text(self, commit: str, path: str) -> str:
        """Read a file of a commit. Bytes that are not UTF-8 are kept as surrogates."""
        done = process.check(["git", "-C", self.folder, "show", f"{commit}:{path}"], env=IDENTITY)
        return done.stdout.decode("utf-8", "surrogateescape")

    def java(self, commit: str) -> list[str]:
        """The Java files of a commit, sorted."""
        names = self.git("ls-tree", "-r", "--name-only", commit).splitlines()
        return [name for name in names if name.endswith(".java")]

    def of(self, kind: str, truth: str, name: str, base: str, head: str) -> PullRequest:
        """Describe a pull request of this clone."""
        return PullRequest(
            source=self.source,
            kind=kind,
            truth=truth,
            name=name,
            repository=self.folder,
            base=base,
            head=head,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Step:
    name: str
    base: str
    head: str
    pure: bool | None


def of_bistro(maker: Maker, manifest: Path) -> Iterator[PullRequest]:
    """Every kind of pull request, with the truth that the manifest gives for each step."""
    steps = list(_steps(maker, json.loads(manifest.read_bytes())["steps"]))
    pure = [step for step in steps if step.pure]
    impure = [step for step in steps if step.pure is False]
    for step in pure:
        tests = step.name.endswith("-test")
        yield maker.of("only tests" if tests else "one step", PURE, step.name, step.base, step.head)
    for first, last in _runs(steps):
        name = f"{first.name} to {last.name}"
        one = maker.squash(first.base, last.head)
        yield maker.of("several, squashed", PURE, name, first.base, one)
        yield maker.of("several, commit by commit", PURE, name, first.base, last.head)
    for step in pure[::2]:
        words = {"README.md": f"# Bistro\n\n{step.name}\n"}
        head = maker.squash(step.base, maker.edit(step.head, words))
        yield maker.of("with documentation", PURE, step.name, step.base, head)
    for step in impure:
        kind = "impure step, suite green"
        yield maker.of(kind, IMPURE, step.name, step.base, step.head)
        back = maker.revert(step.head)
        yield maker.of("impure and reverted", PURE, step.name, step.base, back)
    yield from _mix(maker, steps)
    yield from _mutants(maker, pure)


def _steps(maker: Maker, steps: Sequence[Mapping[str, Any]]) -> Iterator[_Step]:
    for step, (base, head) in zip(steps, pairwise(maker.commits()), strict=True):
        found = step.get("refactorings", [])
        pure = all(each["pure"] for each in found) if found else None
        yield _Step(name=step["patch"].removesuffix(".patch"), base=base, head=head, pure=pure)


def _runs(steps: Sequence[_Step]) -> Iterator[tuple[_Step, _Step]]:
    """The first and the last step of every run of at least two pure steps, including partial runs."""
    for at, step in enumerate(steps):
        for other in steps[at + 1 :]:
            if not (step.pure and other.pure):
                break
            yield step, other


def _mix(maker: Maker, steps: Sequence[_Step]) -> Iterator[PullRequest]:
    """Mix a pure step with an adjacent impure one, as one commit and as two."""
    for one, other in pairwise(steps):
        if {one.pure, other.pure} == {True, False}:
            name = f"{one.name} and {other.name}"
            squashed = maker.squash(one.base, other.head)
            yield maker.of("mixed with a fix, squashed", IMPURE, name, one.base, squashed)
            yield maker.of("mixed with a fix, two commits", IMPURE, name, one.base, other.head)


def _mutants(maker: Maker, pure: Sequence[_Step]) -> Iterator[PullRequest]:
    """A pure step with one operator of its new code inverted."""
    for step in pure:
        changed = maker.git("diff", "--name-only", step.base, step.head).splitlines()
        for path in [p for p in changed if p.endswith(".java") and not is_test_path(p)]:
            before, after = maker.text(step.base, path), maker.text(step.head, path)
            broken = mutate(after, set(after.splitlines()) - set(before.splitlines()))
            if broken is not None:
                head = maker.squash(step.base, maker.edit(step.head, {path: broken}))
                yield maker.of("new code mutated", IMPURE, step.name, step.base, head)
                break


def mutate(text: str, lines: set[str] | None = None) -> str | None:
    """Invert one operator in one of these lines. None if there is no operator."""
    found = text.splitlines(keepends=True)
    for at, line in enumerate(found):
        if (lines is not None and line.rstrip("\r\n") not in lines) or not _is_code(line):
            continue
        for one, other in _OTHER_WAY:
            if one in line:
                return "".join([*found[:at], line.replace(one, other, 1), *found[at + 1 :]])
    return None


def _is_code(line: str) -> bool:
    starts = ("*", "/", "@", "import", "package")
    return '"' not in line and not line.strip().startswith(starts) and "->" not in line


def of_releases(maker: Maker, most: int) -> Iterator[PullRequest]:
    """The last releases, each against the one before, and refactorings made in the last one."""
    for base, head in list(pairwise(maker.commits()))[-most:]:
        yield maker.of("release", IMPURE, head[:10], base, head)
    yield from make_in(maker, maker.git("rev-parse", "HEAD"), most)


def of_history(maker: Maker, most: int) -> Iterator[PullRequest]:
    """Commits whose subject says that they fix or add something, and refactorings made in the last
    one.
    """
    words = ("--no-merges", "-n400", "--format=%H %P%x09%s", "HEAD", "--", "*.java")
    said = re.compile(
        r"(Fix|Add|Support|Implement|Allow)\b(?!.*(test|doc|comment|typo))", re.IGNORECASE
    )
    found = 0
    for line in maker.git("log", *words).splitlines():
        ids, _, subject = line.partition("\t")
        commit, *parents = ids.split()
        code = said.match(subject) and _changes_main_code(maker, parents[0], commit)
        if code and found < most:
            found += 1
            yield maker.of("commit that fixes or adds", IMPURE, commit[:10], parents[0], commit)
    yield from make_in(maker, maker.git("rev-parse", "HEAD"), most)


def _changes_main_code(maker: Maker, base: str, head: str) -> bool:
    names = maker.git("diff", "--name-only", base, head).splitlines()
    return any(n.endswith(".java") and not is_test_path(n) for n in names)


def make_in(maker: Maker, base: str, most: int) -> Iterator[PullRequest]:
    """Make renamings and extractions that are correct by construction, and the same with a fault."""
    texts = {path: maker.text(base, path) for path in maker.java(base)}
    main = {p: t for p, t in texts.items() if not is_test_path(p) and "\r" not in t}
    tests = {p: t for p, t in texts.items() if is_test_path(p) and "\r" not in t}
    every = "\n".join(texts.values())
    for kind, files, make in (
        ("private method renamed", main, rename_private(every)),
        ("method extracted", main, extract),
        ("only tests", tests, rename_private(every)),
    ):
        made = [(path, new) for path, text in files.items() if (new := make(text)) is not None]
        for path, new in made[:: max(1, len(made) // most)][:most]:
            yield maker.of(kind, PURE, path, base, maker.edit(base, {path: new}))
            if files is tests:
                continue
            added = set(new.splitlines()) - set(files[path].splitlines())
            if (worse := mutate(new, added)) is not None:
                yield maker.of(
                    "new code mutated", IMPURE, path, base, maker.edit(base, {path: worse})
                )
            if (mixed := mutate(new, set(files[path].splitlines()))) is not None:
                head = maker.edit(base, {path: mixed})
                yield maker.of("mixed with a fix, squashed", IMPURE, path, base, head)


_PRIVATE = re.compile(r"^ +private (?:static )?(?:final )?[\w<>\[\]]+ (\w{5,})\(", re.MULTILINE)
_METHOD = re.compile(
    r"^(?P<indent> +)(?:public|protected|private)(?P<static> static)? (?P<type>[\w<>\[\]]+)"
    r" (?P<name>[a-z]\w+)\((?P<parameters>[^()@]*)\)(?P<throws> throws [\w, ]+)? \{\n"
    r"(?P<body>(?:(?!(?P=indent)\})[^\n]*\n){4,12})(?P=indent)\}\n",
    re.MULTILINE,
)


def rename_private(every: str) -> Callable[[str], str | None]:
    """Rename the first private method whose name occurs in no other file and in no text. None
    without one.
    """

    def make(text: str) -> str | None:
        for found in _PRIVATE.finditer(text):
            word = re.compile(rf"\b{found[1]}\b")
            here = len(word.findall(text))
            if here > 1 and here == len(word.findall(every)) and f'"{found[1]}' not in text:
                return word.sub(f"{found[1]}InOrder", text)
        return None

    return make


def extract(text: str) -> str | None:
    """Extract the body of the first suitable method. None without one."""
    for found in _METHOD.finditer(text):
        name = f"{found['name']}InOrder"
        names = [p.split()[-1] for p in found["parameters"].split(",") if p.strip()]
        if f"{found['name']}(" in found["body"] or re.search(rf"\b{name}\b", text):
            continue
        head = found[0].partition("\n")[0]
        back = "" if found["type"] == "void" else "return "
        indent, throws = found["indent"], found["throws"] or ""
        declared = f"{indent}private{found['static'] or ''} {found['type']} {name}"
        made = (
            f"{head}\n{indent * 2}{back}{name}({', '.join(names)});\n{indent}}}\n\n"
            f"{declared}({found['parameters']}){throws} {{\n{found['body']}{indent}}}\n"
        )
        return text[: found.start()] + made + text[found.end() :]
    return None
