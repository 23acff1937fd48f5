"""Class archives are made in the background, and jobs do without them meanwhile: wait for them."""

import threading

from tests.support.counting_sandbox import ARCHIVE


def wait_for_archives() -> None:
    """Wait until no class archive is in progress."""
    for thread in threading.enumerate():
        if thread.name.startswith(ARCHIVE):
            thread.join()
