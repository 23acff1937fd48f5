"""Room is made in the cache by what was used longest ago; what is in use stays."""

import os
import time
from pathlib import Path

import pytest

from tests.support.cache_user import another_process
from verifier.builds.repository_proxy.store import ProxyStore
from verifier.tools.storage.cache_usage import hold
from verifier.workflows.cache_folder import prune, show

DAY = 86_400.0
MIB = 1024**2


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Three bases of one, two and three MiB, unused for 30, 20 and 10 days, and a clone that is older."""
    made = tmp_path / "cache"
    for number, name in enumerate(("old", "middle", "young"), 1):
        fill(made / "prepared" / name / "base" / "A.java", number * MIB, 40 - 10 * number)
    fill(made / "clones" / "x.git" / "pack", MIB, 100)
    return made


def fill(path: Path, size: int, days: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    when = time.time() - days * DAY
    for changed in (path, *path.parents[:2]):
        os.utime(changed, (when, when))


def bases(cache: Path) -> list[str]:
    return sorted(path.name for path in (cache / "prepared").iterdir())


def test_what_there_is_is_shown_by_kind(cache: Path) -> None:
    found = show(cache)

    assert found.bytes == 7 * MIB
    assert [(k.kind, k.entries, k.bytes, k.unused_days, k.pruned) for k in found.kinds] == [
        ("clones", 1, MIB, 100.0, False),
        ("prepared", 3, 6 * MIB, 30.0, True),
    ]


def test_an_unpacked_archive_is_as_old_as_its_folder(cache: Path) -> None:
    home = cache / "maven" / "apache-maven-3.9.11"
    home.mkdir(parents=True)
    (home / "LICENSE").write_text("old")
    os.utime(home / "LICENSE", (0, 0))

    (found,) = (kind for kind in show(cache).kinds if kind.kind == "maven")

    assert found.unused_days == 0


def test_there_may_be_no_cache_at_all(tmp_path: Path) -> None:
    assert show(tmp_path / "none").kinds == ()


def test_what_was_not_used_for_so_long_goes(cache: Path) -> None:
    found = prune(cache, older=15 * DAY)

    assert (found.removed, found.removed_bytes, found.bytes) == (2, 3 * MIB, 4 * MIB)
    assert bases(cache) == ["young"]
    assert (cache / "clones/x.git/pack").exists()


def test_what_was_used_longest_ago_goes_until_so_much_is_left(cache: Path) -> None:
    found = prune(cache, keep=6 * MIB)

    assert (found.removed, bases(cache)) == (1, ["middle", "young"])


def test_a_file_that_the_proxy_keeps_goes_if_no_build_asked_for_it(cache: Path) -> None:
    store = ProxyStore(folder=cache / "repository-proxy")
    asked, unused = "https://r.example/g/asked.jar", "https://r.example/g/unused.jar"
    for address in (asked, unused):
        fetched = store.folder / ".fetched"
        with store.lock(address):
            fetched.write_bytes(b"x" * MIB)
            store.keep(address, fetched)
        for path in store.folder.rglob("*"):
            os.utime(path, (0, 0))
    assert store.has(asked)

    assert [k.entries for k in show(cache).kinds if k.kind == "repository-proxy"] == [2]
    assert prune(cache, older=50 * DAY).removed == 1
    assert (store.has(asked), store.has(unused)) == (True, False)
    assert not store.path_of(unused).exists()


def test_both_go_together(cache: Path) -> None:
    assert prune(cache, older=25 * DAY, keep=4 * MIB).removed == 2
    assert bases(cache) == ["young"]


def test_a_clone_stays_however_little_may_be_kept(cache: Path) -> None:
    found = prune(cache, keep=0)

    assert (found.bytes, bases(cache)) == (MIB, [])


def test_a_dry_run_says_the_same_and_removes_nothing(cache: Path) -> None:
    found = prune(cache, older=15 * DAY, dry_run=True)

    assert (found.removed, found.removed_bytes) == (2, 3 * MIB)
    assert bases(cache) == ["middle", "old", "young"]


def test_what_a_running_process_uses_stays(cache: Path) -> None:
    (cache / "prepared/old").rename(cache / "prepared/base")
    with another_process(cache):
        os.utime(cache / "uses/prepared/base", (0, 0))
        found = prune(cache, older=15 * DAY)

    assert (found.removed, found.in_use) == (1, 1)
    assert bases(cache) == ["base", "young"]
    assert prune(cache, older=15 * DAY).removed == 1
    assert bases(cache) == ["young"]
    assert not (cache / "uses/prepared/base").exists()


def test_what_was_just_used_is_not_old(cache: Path) -> None:
    with another_process(cache):
        pass
    fill(cache / "prepared/base/A.java", 1, 30)

    prune(cache, older=15 * DAY)

    assert bases(cache) == ["base", "young"]


def test_files_of_one_measurement_go_together(cache: Path) -> None:
    fill(cache / "measurements/one.json", 10, 30)
    fill(cache / "measurements/one.exec", 10, 1)
    fill(cache / "measurements/two.json", 10, 30)
    fill(cache / "measurements/two.whole.json", 10, 30)

    assert prune(cache, older=15 * DAY).removed == 3
    assert sorted(p.name for p in (cache / "measurements").iterdir()) == ["one.exec", "one.json"]


def test_what_is_held_is_looked_for_afterwards_so_nobody_uses_what_goes(cache: Path) -> None:
    hold(cache / "prepared/old", cache)
    os.utime(cache / "uses/prepared/old", (0, 0))

    assert prune(cache, keep=0).in_use == 1
    assert (cache / "prepared/old/base/A.java").exists()


def test_locks_and_links_are_no_entries(cache: Path, tmp_path: Path) -> None:
    fill(tmp_path / "elsewhere/store/a.jar", MIB, 90)
    (cache / "repositories").symlink_to(tmp_path / "elsewhere")
    (cache / "prepared/linked").symlink_to(tmp_path / "elsewhere")
    fill(cache / "locks/x.lock", 1, 90)

    assert prune(cache, keep=0).removed == 3
    assert (tmp_path / "elsewhere/store/a.jar").exists()
    assert (cache / "locks/x.lock").exists()
