"""Open a bundle: the commits of a repository's instances in one file, without the history between them.

The file is a bundle of git, version 2. Each commit has a ref; one more ref names a blob with facts
about the repository that need its history. A bundle may come from a stranger: nothing in it is
used before git has checked every object and that none is missing.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from verifier.config import cache_folder, cache_size
from verifier.errors import InputError, RepositoryError, StorageError
from verifier.tools import process
from verifier.tools.git.program import (
    GIT_LIMITS,
    GIT_SECONDS,
    GIT_WINDOWS,
    HARMLESS_MISTAKES,
    git_message,
    git_program,
    neutral_environment,
)
from verifier.tools.process import ChildLimits
from verifier.tools.records import from_json
from verifier.tools.storage.cache_room import room_for
from verifier.tools.storage.cache_seal import cache_errors, damage, seal, set_aside
from verifier.tools.storage.cache_usage import NO_BASE, hold
from verifier.tools.storage.files import create_whole, sha256_of
from verifier.tools.storage.locking import exclusive

BUNDLES = "bundles"
"""The folder of the cache with opened bundles, by the SHA-256 of the file."""
SIGNATURE = b"# v2 git bundle\n"
_PACK = b"PACK"
COMMIT_REF, SHALLOW_REF, FACTS_REF = (
    f"refs/refverify/{kind}" for kind in ("commits", "shallow", "facts")
)
"""The refs of commits with and without their parents in the bundle, and of the facts."""
MOST_BYTES = 5 * 1024**3
"""The largest bundle, in bytes."""
MOST_COMMITS = 100_000
_MOST_FACTS = 64 * 1024**2
_LONGEST_LINE = 200
_REF = re.compile(
    rb"(?P<id>[0-9a-f]{40}) (?P<ref>refs/refverify/(?:facts|(?:commits|shallow)/(?P=id)))\n"
)
_OTHER_FORMAT = re.compile(rb"# v(?!2 )\d{1,3} git bundle\n")
_COMMIT_ID = re.compile(r"[0-9a-f]{40}")
_HASH_BYTES = 20
_FACTS = "refverify-facts.json"
_CHUNK = 1024**2
_HINT = "Make the bundle again with `refverify bundle`, or copy the file again."


@dataclass(frozen=True, kw_only=True, slots=True)
class BundleFacts:
    """What the commits of a bundle do not show, because the history between them is missing."""

    repository: str
    """The repository's name, as `Repository.name` of the clone."""
    first_commits: Mapping[str, tuple[str, ...]]
    """The first commits of the history of each commit whose parents are not in the bundle."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenedBundle:
    """A bare, shallow repository with the content of a bundle, and its facts."""

    folder: Path
    facts: BundleFacts


@dataclass(frozen=True, kw_only=True, slots=True)
class BundleHeader:
    """The refs of a bundle: its commits, those without their parents, and the id of the facts."""

    commits: frozenset[str]
    shallow: frozenset[str]
    facts: str

    def to_bytes(self) -> bytes:
        """Return the beginning of the file; the pack follows."""
        refs = {
            f"{SHALLOW_REF if each in self.shallow else COMMIT_REF}/{each}": each
            for each in self.commits
        }
        refs[FACTS_REF] = self.facts
        lines = "".join(f"{oid} {ref}\n" for ref, oid in sorted(refs.items()))
        return SIGNATURE + lines.encode("ascii") + b"\n"


def open_bundle(path: Path) -> OpenedBundle:
    """Unpack a bundle into the cache, or find it there, and return the repository.

    Raises:
        RepositoryError: the file is not a bundle of `refverify bundle`, or is damaged or too large.
        CacheError: the cache cannot be written.
    """
    cache = cache_folder()
    try:
        with path.open("rb") as stream:
            read_header(stream, path)
        digest = sha256_of(path)
    except OSError as error:
        raise RepositoryError(f"{path}: {error.strerror}") from error
    folder = cache / BUNDLES / f"{digest}.git"
    with cache_errors(), exclusive(cache / "locks" / f"bundle-{digest}.lock"):
        hold(folder, cache)
        if folder.is_dir() and damage(folder):
            set_aside(folder)
        if not folder.is_dir():
            need = 2 * path.stat().st_size
            room = room_for(cache, cache_size(), NO_BASE, need=need)
            with room, create_whole(folder) as scratch:
                if unpack(path, scratch) != digest:
                    raise RepositoryError(f"{path} changed while it was read", hint=_HINT)
                seal(scratch)
    return OpenedBundle(folder=folder, facts=from_json(BundleFacts, (folder / _FACTS).read_bytes()))


def read_header(stream: BufferedReader, path: Path) -> BundleHeader:
    """Read the beginning of a bundle, up to its pack.

    Raises:
        RepositoryError: it is not one of `refverify bundle`, or is too large.
    """
    first = stream.readline(_LONGEST_LINE)
    if _OTHER_FORMAT.fullmatch(first):
        raise _foreign(path, first, 0)
    if first != SIGNATURE:
        raise RepositoryError(
            f"{path}: a file, not a repository or a bundle",
            hint="Give a local git repository, or a file of `refverify bundle`.",
        )
    if path.stat().st_size > MOST_BYTES:
        raise RepositoryError(
            f"{path} has more than {MOST_BYTES:,} bytes",
            hint="Make a bundle of fewer instances, or use a clone.",
        )
    found: dict[str, str] = {}
    while (line := stream.readline(_LONGEST_LINE)) != b"\n":
        match = _REF.fullmatch(line)
        if match is None or match["ref"].decode() in found or len(found) > MOST_COMMITS:
            raise _foreign(path, line, len(found))
        found[match["ref"].decode()] = match["id"].decode()
    if stream.peek(len(_PACK))[: len(_PACK)] != _PACK:
        raise RepositoryError(f"{path} is damaged: it has no pack", hint=_HINT)
    facts = found.pop(FACTS_REF, "")
    shallow = frozenset(oid for ref, oid in found.items() if ref.startswith(SHALLOW_REF))
    if not facts or len(set(found.values())) != len(found):
        raise _foreign(path, b"", len(found))
    return BundleHeader(commits=frozenset(found.values()), shallow=shallow, facts=facts)


def _foreign(path: Path, line: bytes, count: int) -> RepositoryError:
    """Return the error for a bundle that another program made, or that is cut in its first lines."""
    if count > MOST_COMMITS:
        why = f"it has more than {MOST_COMMITS:,} commits"
    elif line.startswith(b"-"):
        why = "it needs commits that it does not contain"
    elif line.startswith(b"#"):
        why = "it has another version of the format"
    elif not line:
        why = "its list of refs is incomplete"
    else:
        why = f"its list of refs has {line.decode('utf-8', 'replace').strip()[:80]!r}"
    return RepositoryError(
        f"{path} is not a bundle of `refverify bundle`: {why}",
        hint="If git made it, clone it (`git clone FILE FOLDER`) and give the clone.",
    )


def unpack(path: Path, folder: Path) -> str:
    """Unpack a bundle into an empty folder as a bare repository; return the SHA-256 of the file.

    Raises:
        RepositoryError: the file is not a bundle of `refverify bundle`, or is damaged.
        StorageError: the disk is full.
    """
    for each in ("objects/pack", "refs"):
        (folder / each).mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/none\n", "ascii")
    (folder / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tbare = true\n", "ascii"
    )
    with path.open("rb") as stream:
        header = read_header(stream, path)
        pack, digest = _copy_pack(stream, folder / "objects/pack")
    if header.shallow:
        (folder / "shallow").write_text(
            "".join(f"{each}\n" for each in sorted(header.shallow)), "ascii"
        )
    # git reads the shallow commits: it checks the links between objects, but not to their parents.
    severities = ",".join(f"{each}=ignore" for each in HARMLESS_MISTAKES)
    _git(path, folder, "index-pack", f"--strict={severities}", "--threads=2", str(pack))
    _check_tips(path, folder, header)
    facts = _git(path, folder, "cat-file", "blob", header.facts)
    _check_facts(path, facts, header)
    (folder / _FACTS).write_bytes(facts)
    return digest


def _copy_pack(stream: BufferedReader, folder: Path) -> tuple[Path, str]:
    """Copy the rest of a bundle into a file named after its last bytes; hash the whole bundle."""
    digest, end, fresh = hashlib.sha256(), b"", folder / "fresh"
    start = stream.tell()
    stream.seek(0)
    digest.update(stream.read(start))
    with fresh.open("wb") as pack:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            pack.write(chunk)
            end = (end + chunk)[-_HASH_BYTES:]
    return fresh.rename(
        folder / f"pack-{end.hex().zfill(2 * _HASH_BYTES)}.pack"
    ), digest.hexdigest()


def _check_tips(path: Path, folder: Path, header: BundleHeader) -> None:
    """Check that the refs name commits of the pack, and a blob of a size that can be read."""
    order = [*sorted(header.commits), header.facts]
    words = ("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    asked = "".join(f"{each}\n" for each in order).encode("ascii")
    lines = _git(path, folder, *words, stdin=asked).decode("ascii").splitlines()
    kinds = [line.split()[1] for line in lines]
    if set(kinds[:-1]) - {"commit"} or kinds[-1] != "blob":
        raise _damaged(path, "a ref of it names no object of the right kind")
    if int(lines[-1].split()[2]) > _MOST_FACTS:
        raise _damaged(path, f"its facts have more than {_MOST_FACTS:,} bytes")


def _check_facts(path: Path, content: bytes, header: BundleHeader) -> None:
    try:
        facts = from_json(BundleFacts, content)
    except InputError as error:
        raise _damaged(path, f"its facts cannot be read: {error.message}") from error
    found = facts.first_commits
    ids = {each for commits in found.values() for each in commits}
    if not facts.repository.isprintable() or not all(map(_COMMIT_ID.fullmatch, ids)):
        raise _damaged(path, "its facts name no repository or no commits")
    if not all(found.get(each) for each in header.shallow):
        raise _damaged(path, "its facts lack the first commits of a history")


def _damaged(path: Path, why: str) -> RepositoryError:
    return RepositoryError(f"{path} is damaged: {why}", hint=_HINT)


def _git(path: Path, folder: Path, *words: str, stdin: bytes | None = None) -> bytes:
    """Run git in an opened bundle. No configuration applies, and nothing is fetched."""
    limits = ChildLimits(
        memory_bytes=GIT_LIMITS.memory_bytes,
        cpu_seconds=GIT_LIMITS.cpu_seconds,
        file_bytes=MOST_BYTES,
    )
    options = [word for pair in GIT_WINDOWS for word in ("-c", pair)]
    result = process.run(
        [git_program(), *options, f"--git-dir={folder}", *words],
        stdin=stdin,
        env=neutral_environment(folder),
        cwd=folder,
        timeout=GIT_SECONDS,
        limits=limits,
    )
    if result.status != 0:
        message = git_message(result)
        if "No space left on device" in message:
            raise StorageError(f"cannot unpack {path}: {message}", hint="Free some space.")
        raise _damaged(path, message)
    return result.stdout
