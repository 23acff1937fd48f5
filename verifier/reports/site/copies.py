"""Copies of evidence for a site. Their size is bounded, and symbolic links are not followed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.evidence import ANSWER, CANDIDATE_PATCH
from verifier.reports.evidence import FilePart, read_part
from verifier.reports.site.addresses import VerdictAddress
from verifier.reports.site.folder import SiteFolder

MOST_OF_FILE = 1_000_000
"""Bytes of one copy."""
MOST_OF_SITE = 800_000_000
"""Bytes of a site, from which on it gets no more patches, logs and copies. Services for static pages
accept about a gigabyte.
"""

_NAMES: Mapping[str, str] = {CANDIDATE_PATCH: "candidate-diff", ANSWER: "answer"}


@dataclass(kw_only=True)
class EvidenceCopies:
    """Copies evidence into a site until the site has `most` bytes. `cut` counts the incomplete copies."""

    folder: SiteFolder
    most: int = MOST_OF_SITE
    cut: int = 0

    @property
    def full(self) -> bool:
        """Whether no further file is copied."""
        return self.folder.size >= self.most


@dataclass(kw_only=True)
class VerdictCopies:
    """Copies the evidence of one verdict. `notes` say which copies are incomplete."""

    all: EvidenceCopies
    address: VerdictAddress
    notes: list[str] = field(default_factory=list)

    def link(self, name: str, path: Path) -> str | None:
        """Copy a file and return its address from the verdict's page. None if it is not copied.

        `name` is the check's, or that of the candidate's diff or the answer.
        """
        copies = self.all
        if copies.full:
            copies.cut += 1
            self.notes.append(f"{name}: not copied, the site is full; it is in the run folder")
            return None
        is_log = path.suffix == ".log"
        try:
            part = read_part(path, MOST_OF_FILE, from_end=is_log)
        except OSError as error:
            copies.cut += 1
            self.notes.append(f"{name}: the file cannot be read: {error.strerror}")
            return None
        self._note(name, part, "last" if is_log else "first")
        target = self.address.evidence(_NAMES.get(name, name))
        copies.folder.write(target, part.data)
        return f"../{target}"

    def _note(self, name: str, part: FilePart, end: str) -> None:
        if part.left_out:
            size = len(part.data)
            self.all.cut += 1
            whole = f"{size + part.left_out:,} bytes"
            self.notes.append(f"{name}: the copy has the {end} {size:,} of {whole}")
