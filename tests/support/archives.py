"""Archives of classes are made beside the jobs that go without one: wait for them."""

import threading

from tests.support.counting_sandbox import ARCHIVE


def wait_for_archives() -> None:
    """Until no archive of classes is being made any more."""
    for thread in threading.enumerate():
        if thread.name.startswith(ARCHIVE):
            thread.join()
