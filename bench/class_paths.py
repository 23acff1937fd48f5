"""Compare class paths found without a build to those that Maven reports, and measure the share of
resolved names.
"""

import json
import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import encoding_of
from verifier.builds.options import BuildOptions
from verifier.config import cache_folder
from verifier.domain.libraries import LibraryRequest
from verifier.errors import VerifierError
from verifier.libraries.build_files import BuildFiles
from verifier.libraries.finding import LibraryFinder
from verifier.libraries.places import user_places
from verifier.proving.versions import CompileEnvironment, between_revisions
from verifier.tools.git.repository import Repository
from verifier.tools.hostile_xml import Element, read_xml, write_xml

COLLECT = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:collect"
_LISTED = re.compile(r"^\s+([\w.+-]+(?::[\w.+-]+){4,5})")
_PACKAGINGS = frozenset({"jar", "pom", "war"})
_RUNS_CODE = frozenset({"build", "reporting"})
_JAR = "jar"


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One base: its modules, the jars that both sides find, and those that only one finds.

    `asked` and `unresolved` count the names in files that the base's child changed. `trouble` says
    why Maven or the search gave no answer.
    """

    name: str
    base: str
    modules: int = 0
    same: int = 0
    ours: tuple[str, ...] = ()
    mavens: tuple[str, ...] = ()
    missing: int = 0
    asked: int = 0
    unresolved: int = 0
    first_seconds: float = 0
    again_seconds: float = 0
    trouble: str = ""


def sample_commits(repository: Repository, count: int) -> Iterator[tuple[str, str]]:
    """Choose commits that change Java sources, evenly over the newer half of a history, with
    parents.
    """
    lines = [
        line for line in repository.rev_list(repository.resolve("HEAD")) if len(line.parents) == 1
    ]
    recent = lines[: len(lines) // 2]
    for at in range(count):
        for line in recent[at * len(recent) // count :]:
            entries = repository.list_changed_entries(line.parents[0], line.id)
            if any(e.path.endswith(".java") for e in entries):
                yield line.parents[0], line.id
                break


def row_of(name: str, repository: Repository, commits: tuple[str, str], pool: AnalysisPool) -> Row:
    """Compare both sides on one base. Missing jars are downloaded first."""
    base, child = commits
    options = BuildOptions(cache=cache_folder())
    tree = repository.tree(base)
    row = Row(name=name, base=base[:10])
    try:
        LibraryFinder(analysis=pool, options=options, fetch=True).read(tree)
        started = time.monotonic()
        places = user_places(fetch=False)
        files = BuildFiles.of(tree)
        whole = pool.libraries(
            LibraryRequest(poms=files.poms, modules=files.modules_near(()), places=places)
        )
        row = replace(
            row, missing=len(whole.missing), first_seconds=round(time.monotonic() - started, 3)
        )
        started = time.monotonic()
        found = LibraryFinder(analysis=pool, options=options).read(tree)
        row = replace(row, again_seconds=round(time.monotonic() - started, 3))
        around = CompileEnvironment(class_path=found.jars, encoding_of=encoding_of)
        with between_revisions(repository.git_dir, base, child, around) as request:
            names = pool.prove(request).names
        if names is not None:
            row = replace(row, asked=names.asked, unresolved=names.unresolved)
        return compare_jars(row, files, pool)
    except VerifierError as error:
        return replace(row, trouble=error.message)


def compare_jars(row: Row, files: BuildFiles, pool: AnalysisPool) -> Row:
    """Compare the jars of each module that Maven and the search find."""
    with TemporaryDirectory() as folder:
        trouble = collect_dependencies(files, Path(folder))
        ours: set[str] = set()
        mavens: set[str] = set()
        both, modules = 0, 0
        places = user_places(fetch=False)
        for path in files.poms:
            listed = Path(folder, path).parent / "collected.txt"
            if not listed.is_file():
                continue
            modules += 1
            theirs = jars_in(listed.read_text(), siblings(files))
            request = LibraryRequest(poms=files.poms, modules=(path,), places=places)
            answer = pool.libraries(request)
            own = {each.coordinates for _, each in answer.jars}
            own |= {m.coordinates for m in answer.missing if m.why == "jar of the class path"}
            both += len(own & theirs)
            ours |= {f"{path}: {each}" for each in own - theirs}
            mavens |= {f"{path}: {each}" for each in theirs - own}
    return replace(
        row,
        modules=modules,
        same=both,
        ours=tuple(sorted(ours)),
        mavens=tuple(sorted(mavens)),
        trouble=trouble if not modules else "",
    )


def collect_dependencies(files: BuildFiles, folder: Path) -> str:
    """Let Maven list the dependencies of each module. Return its last error message, or an empty
    text.

    The poms lose everything that runs code, so that only Maven and its dependency plugin run.
    """
    for path, pom in files.poms.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(without_code(pom))
    words = ("-B", "-q", "-fae", COLLECT, "-DoutputFile=collected.txt")
    complaint = ""
    tops = ["pom.xml"] if "pom.xml" in files.poms else sorted(files.poms)
    for path in tops:
        done = subprocess.run(
            [shutil.which("mvn") or "mvn", *words, "-f", str(folder / path)],
            capture_output=True,
            check=False,
            text=True,
            timeout=600,
        )
        errors = [line for line in done.stdout.splitlines() if line.startswith("[ERROR]")]
        complaint = errors[0] if errors else complaint
    return complaint


def without_code(pom: bytes) -> bytes:
    """A pom with the same dependencies and without plugins and extensions."""
    root = read_xml(pom)
    for element in root.iter():
        element.tag = _name(element)
    root.attrib.clear()
    _strip(root)
    for profiles in (child for child in root if _name(child) == "profiles"):
        for profile in profiles:
            _strip(profile)
    for packaging in (child for child in root if _name(child) == "packaging"):
        if (packaging.text or "").strip() not in _PACKAGINGS:
            packaging.text = _JAR
    return write_xml(root)


def _strip(element: Element) -> None:
    for child in [c for c in element if _name(c) in _RUNS_CODE]:
        element.remove(child)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def siblings(files: BuildFiles) -> frozenset[str]:
    """The tree's own modules as `name:version`. Every module counts with the versions of all poms."""
    names, versions = set(), set()
    for pom in files.poms.values():
        for child in read_xml(pom).iter():
            names |= {_text(child)} if _name(child) == "artifactId" else set()
            versions |= {_text(child)} if _name(child) == "version" else set()
            if _name(child) in {"dependencies", "dependencyManagement"}:
                break
    return frozenset(f"{name}:{version}" for name in names for version in versions)


def _text(element: Element) -> str:
    return (element.text or "").strip()


def jars_in(listing: str, own: frozenset[str]) -> set[str]:
    """The jars in a listing of the dependency plugin, as coordinates, without the tree's modules."""
    found = set()
    for line in listing.splitlines():
        match = _LISTED.match(re.sub(r"\x1b\[[0-9;]*m", "", line))
        if match is None:
            continue
        group, name, kind, *rest = match[1].split(":")
        classifier, version = (rest[0], rest[1]) if rest[2:] else ("", rest[0])
        if f"{name}:{version}" in own or kind not in {
            "jar",
            "test-jar",
            "bundle",
            "maven-plugin",
            "ejb",
        }:
            continue
        special = f"{_JAR}:{classifier}:" if classifier else ""
        found.add(f"{group}:{name}:{special}{version}")
    return found


@click.command()
@click.argument("repositories", nargs=-1, required=True)
@click.option("--each", default=6, show_default=True, help="Bases of each repository.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True)
def main(repositories: Sequence[str], each: int, output: Path) -> None:
    """Compare on bases of NAME=REPOSITORY...; print the medians and write a line of JSON for each
    base.
    """
    known = output.read_text().splitlines() if output.exists() else []
    rows = [Row(**json.loads(line)) for line in known]
    done = {(row.name, row.base) for row in rows}
    with AnalysisPool(timeout=300) as pool, output.open("a") as lines:
        for at in range(each):
            for word in repositories:
                name, _, path = word.partition("=")
                with Repository.open(Path(path)) as repository:
                    commits = list(sample_commits(repository, each))[at]
                    if (name, commits[0][:10]) in done:
                        continue
                    row = row_of(name, repository, commits, pool)
                rows.append(row)
                lines.write(json.dumps(asdict(row)) + "\n")
                lines.flush()
                click.echo(
                    f"{row.name} {row.base}: {row.same} same, {len(row.ours)} ours alone,"
                    f" {len(row.mavens)} Maven's alone {row.trouble}"
                )
    shares = [1 - row.unresolved / row.asked for row in rows if row.asked]
    click.echo(f"{len(rows)} bases; median share of names {statistics.median(shares):.4f}")


if __name__ == "__main__":
    main()
