"""Clone the repositories of a list, which a stranger may have written.

Nothing of the user's git configuration applies: no credential, no helper, no rewritten address.
Only https addresses of known code hosts are cloned, within limits, and every object is checked.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from verifier.config import network_environment
from verifier.errors import RepositoryError
from verifier.tools.git.address import without_credentials
from verifier.tools.git.clone import GitCall, update_or_clone
from verifier.tools.git.program import GIT_LIMITS, HARMLESS_MISTAKES, git_message
from verifier.tools.git.repository import Repository
from verifier.tools.process import ChildLimits, Finished
from verifier.tools.storage.scratch import remove_tree, scratch_folder

CODE_HOSTS = frozenset({"bitbucket.org", "codeberg.org", "github.com", "gitlab.com"})
"""The hosts of repositories that a list may name."""
MOST_BYTES = 5 * 1024**3
"""The largest repository, in bytes of its pack."""
MOST_REFS = 100_000
"""The most branches and tags of a repository."""
_MOST_MOVES = 3
_FILE_TOO_LARGE = re.compile(r"File too large")
_LOCATION = re.compile(r"<= Recv header: location: (\S+)", re.IGNORECASE)
_ENDING = "/info/refs"
_OPTIONS = (
    "core.hooksPath=/dev/null",
    "credential.helper=",
    "fetch.fsckObjects=true",
    "fetch.recurseSubmodules=false",
    "fetch.unpackLimit=1",
    "gc.auto=0",
    "http.followRedirects=false",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
    "protocol.allow=never",
    "protocol.https.allow=always",
    "transfer.bundleURI=false",
    "transfer.fsckObjects=true",
    *(f"fetch.fsck.{each}=ignore" for each in HARMLESS_MISTAKES),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CloneRules:
    """What may be cloned: the allowed hosts, the most bytes of a file, and the most branches and tags."""

    hosts: frozenset[str] = CODE_HOSTS
    most_bytes: int = MOST_BYTES
    most_refs: int = MOST_REFS


def clone_strictly(url: str, into: Path, rules: CloneRules | None = None) -> Repository:
    """Clone a bare repository, or update an earlier clone in `into`; then open it.

    A redirection is followed only to the same host. Submodules and files of Git LFS are not
    fetched. A repository that breaks a limit leaves no clone.

    Raises:
        RepositoryError: the address or the repository is refused, or git cannot clone it.
    """
    rules = rules or CloneRules()
    refuse_address(url, rules)
    with scratch_folder("home") as home:
        call = _call(home, rules)
        try:
            update_or_clone(_follow(url, call, rules, home), into, call)
        except RepositoryError as error:
            if _FILE_TOO_LARGE.search(error.message):
                remove_tree(into)
                raise _too_large(
                    url, f"its pack has more than {rules.most_bytes:,} bytes"
                ) from error
            raise
    refs = _count_refs(into)
    if refs > rules.most_refs:
        remove_tree(into)
        raise _too_large(url, f"it has {refs:,} branches and tags; {rules.most_refs:,} are allowed")
    return Repository.open(into)


def list_head(url: str, rules: CloneRules | None = None) -> Finished:
    """Ask a repository for the commit of its HEAD, by the same rules; return what git printed.

    Raises:
        RepositoryError: the address is refused, or git gets no answer.
    """
    rules = rules or CloneRules()
    refuse_address(url, rules)
    with scratch_folder("home") as home:
        call = _call(home, rules)
        return call.ask("ls-remote", "--", _follow(url, call, rules, home), "HEAD")


def refuse_address(url: str, rules: CloneRules) -> None:
    """Check an address before anything is sent.

    Raises:
        RepositoryError: it is not https, has a user name or a password, or its host is not allowed.
    """
    shown = without_credentials(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise RepositoryError(f"{shown} is no address: {error}") from error
    hint = "Clone it yourself, and put the path of the clone into the list."
    if parts.scheme != "https" or host is None:
        raise RepositoryError(f"{shown}: a list may only name https addresses", hint=hint)
    if parts.username is not None or parts.password is not None:
        raise RepositoryError(
            f"{shown}: an address of a list may not contain credentials", hint=hint
        )
    named = host if port is None else f"{host}:{port}"
    if named not in rules.hosts:
        allowed = ", ".join(sorted(rules.hosts))
        raise RepositoryError(f"{shown}: {named} is not one of the code hosts {allowed}", hint=hint)


def _call(home: Path, rules: CloneRules) -> GitCall:
    """Return how git is called: an empty home, and the network settings of the environment."""
    environment = {
        **network_environment(),
        "GIT_ASKPASS": "true",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "HOME": str(home),
        "LC_ALL": "C",
    }
    limits = ChildLimits(
        memory_bytes=GIT_LIMITS.memory_bytes,
        cpu_seconds=GIT_LIMITS.cpu_seconds,
        file_bytes=rules.most_bytes,
    )
    return GitCall(options=_OPTIONS, environment=environment, limits=limits)


def _follow(url: str, call: GitCall, rules: CloneRules, home: Path) -> str:
    """Return the current address of a repository that may have moved within its host.

    Raises:
        RepositoryError: it moved to another host, or too often.
    """
    at = url
    for _ in range(_MOST_MOVES + 1):
        moved = _read_move(at, call, home / "trace")
        if moved is None:
            return at
        refuse_address(moved, rules)
        if urlsplit(moved).netloc != urlsplit(url).netloc:
            raise RepositoryError(
                f"{url} moved to another host, {urlsplit(moved).netloc}",
                hint="Put the new address into the list.",
            )
        at = moved
    raise RepositoryError(f"{url} moved more than {_MOST_MOVES} times")


def _read_move(url: str, call: GitCall, trace: Path) -> str | None:
    """Return the address to which the server redirects; None if it does not redirect.

    Raises:
        RepositoryError: git's own message, if it does not answer.
    """
    trace.unlink(missing_ok=True)
    traced = {"GIT_TRACE_CURL": str(trace), "GIT_TRACE_CURL_NO_DATA": "1"}
    asked = GitCall(
        options=call.options,
        environment={**(call.environment or {}), **traced},
        limits=call.limits,
    )
    result = asked.ask("ls-remote", "--quiet", "--", url, "HEAD")
    if result.status == 0:
        return None
    found = _LOCATION.search(trace.read_text("utf-8", "replace")) if trace.is_file() else None
    if found is None:
        raise RepositoryError(
            f"{url} cannot be read: {git_message(result)}",
            hint="Check the address and the network, or clone it yourself and give the path.",
        )
    # The server redirects git's first request, whose path ends with _ENDING.
    target = urljoin(f"{url.rstrip('/')}{_ENDING}", str(found[1]))
    return target.partition("?")[0].removesuffix(_ENDING)


def _count_refs(clone: Path) -> int:
    packed = clone / "packed-refs"
    count = sum(1 for path in (clone / "refs").rglob("*") if path.is_file())
    if packed.is_file():
        with packed.open("rb") as lines:
            count += sum(1 for line in lines if line[:1] not in b"#^")
    return count


def _too_large(url: str, reason: str) -> RepositoryError:
    return RepositoryError(
        f"{url} is too large: {reason}",
        hint="Clone what you need of it yourself, and put the path of the clone into the list.",
    )
