"""Let offline builds read the listings of versions that a mirror gave.

Maven keeps a listing under the id of the repository that answered. That is the id of a mirror if the user's
settings or the proxy have one. An offline build has no mirror, and looks for the listing of `central`: it
needs one for a version range, or for a plugin without a version.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from verifier.tools.storage.files import storage_errors

_CENTRAL = "maven-metadata-central.xml"
_NEW = "refverify-listing.new"


def copy_listings(store: Path, mirrors: Iterable[str]) -> None:
    """Give each listing of a mirror of `central` the name of central's; it replaces an earlier one.

    No build may write to the store meanwhile. Symbolic links are not followed.

    Raises:
        StorageError: a listing cannot be written.
    """
    names = {f"maven-metadata-{mirror}.xml" for mirror in mirrors} - {_CENTRAL}
    with storage_errors(store):
        for folder, _, files in os.walk(store) if names else ():
            for name in sorted(names.intersection(files)):
                _link(Path(folder, name), Path(folder))


def _link(listing: Path, folder: Path) -> None:
    if listing.is_symlink():
        return
    new = folder / _NEW
    new.unlink(missing_ok=True)
    os.link(listing, new)
    new.replace(folder / _CENTRAL)
    # A rename does nothing if both are the same file already.
    new.unlink(missing_ok=True)
