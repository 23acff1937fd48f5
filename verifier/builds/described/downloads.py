"""Run a command of a preparation until its downloads work, or until their failure is the base's own.

A build tool reports a missing file in the same words whether the repository lacks it or a proxy
answered in its place. It also reports an unknown host name like a machine without DNS. So such a
report counts only if the same tool can fetch a known file right afterwards, with the same settings and
from the same place.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from hashlib import sha256

from verifier.builds.described.online import Online, OnlineCall, OnlineResult, refuse_full_disk
from verifier.builds.repository_proxy.known import (
    KNOWN_GROUP,
    KNOWN_NAME,
    KNOWN_SHA256,
    KNOWN_VERSION,
)
from verifier.errors import BaseInvalidError, DownloadError, IntegrityError, VerifierError
from verifier.tools.damaged_files import remove_damaged

PAUSES = (5.0, 20.0)
"""Seconds to wait before a download that failed temporarily is tried again."""
KNOWN_SECONDS = 300.0
"""How long fetching the known file may take; a stalled download fails after a minute."""
_HINT = "Run the same command again when the network or the repository is back."


class TroubleKind(Enum):
    """Why a download failed, as far as the build tool reports it."""

    TEMPORARY = auto()
    """A repository was busy or silent, or a transfer broke off."""
    DAMAGED = auto()
    """A downloaded file is not what its name says, or has another checksum."""
    UNREACHABLE = auto()
    """No repository answered: a host name does not resolve, or a certificate is not trusted."""
    ABSENT = auto()
    """A repository answered that it does not have a file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DownloadTrouble:
    """A download that failed, in the build tool's words."""

    kind: TroubleKind
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Downloads:
    """How a build tool reports failed downloads, and how it fetches the known file.

    - `find_trouble` returns the download that made a run fail; None if something else did.
    - `fetch_known` returns the call that fetches the known file into an empty store, for a build
      that failed in this way. Its only result is that file.
    """

    find_trouble: Callable[[OnlineResult], DownloadTrouble | None]
    fetch_known: Callable[[str], OnlineCall]


def run_patiently(online: Online, call: OnlineCall, downloads: Downloads) -> OnlineResult:
    """Run a command, and repeat it after a pause if a download failed temporarily.

    The result may have any exit status. One that reports a missing file or an unknown host is returned
    only if repositories can be reached.

    Raises:
        BaseInvalidError: it did not end in time, although repositories can be reached.
        DownloadError: a repository kept failing, or cannot be reached at all; the base is not at
            fault.
        IntegrityError: a file kept arriving damaged.
        SandboxError: the disk is full, or the sandbox failed.
    """
    pauses, has_answered = list(PAUSES), False
    while True:
        began = time.time()
        try:
            result = online.run(call)
        except BaseInvalidError as error:
            _refuse_unreachable(online, downloads, error)
            raise
        trouble = _find_trouble(online, result, downloads, began)
        if trouble is None:
            return result
        silence = ""
        if trouble.kind in {TroubleKind.ABSENT, TroubleKind.UNREACHABLE}:
            silence = _ask(online, downloads, trouble.message)
            if not silence and (trouble.kind is TroubleKind.ABSENT or has_answered):
                return result
            if not silence:
                # The network may have come back after the command had failed.
                has_answered = True
                continue
        if not pauses:
            raise _failure(trouble, silence)
        time.sleep(pauses.pop(0))


def _find_trouble(
    online: Online, result: OnlineResult, downloads: Downloads, began: float
) -> DownloadTrouble | None:
    trouble = downloads.find_trouble(result)
    if result.status == 0 and trouble is None:
        return None
    if trouble is not None:
        refuse_full_disk(trouble.message)
    damaged = remove_damaged(online.folder, began, result.log)
    if damaged:
        return DownloadTrouble(kind=TroubleKind.DAMAGED, message=damaged)
    return trouble


def _ask(online: Online, downloads: Downloads, message: str) -> str:
    """Fetch the known file. Return why this failed, or an empty string if it worked."""
    call = downloads.fetch_known(message)
    try:
        result = online.run(call)
    except BaseInvalidError:
        return f"no repository answers within {KNOWN_SECONDS:.0f} s"
    known = f"{KNOWN_GROUP}:{KNOWN_NAME}:{KNOWN_VERSION}"
    content = result.files.get(call.results[0])
    if content is None:
        trouble = downloads.find_trouble(result) if result.status else None
        return f"{known} cannot be fetched either{f': {trouble.message}' if trouble else ''}"
    if sha256(content).hexdigest() != KNOWN_SHA256:
        return f"a repository answers with another {known}"
    return ""


def _refuse_unreachable(online: Online, downloads: Downloads, error: BaseInvalidError) -> None:
    silence = _ask(online, downloads, error.message)
    if silence:
        raise DownloadError(f"{error.message}, and {silence}", hint=_HINT) from error


def _failure(trouble: DownloadTrouble, silence: str) -> VerifierError:
    if trouble.kind is TroubleKind.DAMAGED:
        return IntegrityError(
            f"a preparation downloaded a damaged file: {trouble.message}", hint=_HINT
        )
    after = f" ({silence})" if silence else ""
    return DownloadError(f"a preparation cannot download: {trouble.message}{after}", hint=_HINT)
