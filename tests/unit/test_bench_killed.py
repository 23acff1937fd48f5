"""A cache that begins with another one's dependencies, while others are at work in that one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.killed import seed
from verifier.builds.preparing.library_store import lock_store


def store(cache: Path) -> Path:
    made = cache / "repositories" / "0a1b"
    (made / "junit").mkdir(parents=True)
    (made / "junit" / "junit.jar").write_bytes(b"jar")
    with lock_store(made):
        return made


def test_stores_of_dependencies_and_probes_are_taken_and_nothing_else(tmp_path: Path) -> None:
    made, first, cache = store(tmp_path / "first"), tmp_path / "first", tmp_path / "cache"
    made.with_suffix(".filling").touch()
    for name in ("sandbox/probe-1.json", "prepared/1/prepared.json"):
        (first / name).parent.mkdir(parents=True)
        (first / name).write_text("{}")

    seed(cache, first)

    found = {p.relative_to(cache).as_posix() for p in cache.rglob("*") if p.is_file()}
    # A store whose filling was cut short is known as one.
    assert found == {
        "repositories/0a1b/junit/junit.jar",
        "repositories/0a1b.filling",
        "repositories/0a1b.lock",
        "sandbox/probe-1.json",
    }


def test_a_store_that_is_being_filled_is_waited_for(tmp_path: Path) -> None:
    made, cache = store(tmp_path / "first"), tmp_path / "cache"
    taken = cache / "repositories" / "0a1b" / "junit"

    with ThreadPoolExecutor(1) as pool:
        with lock_store(made):
            (made / "junit" / "late.part").touch()
            seeding = pool.submit(seed, cache, tmp_path / "first")
            assert not seeding.done()
            (made / "junit" / "late.part").rename(made / "junit" / "late.jar")
        seeding.result(60)

    assert {path.name for path in taken.iterdir()} == {"junit.jar", "late.jar"}


def test_a_cache_without_either_gives_nothing(tmp_path: Path) -> None:
    seed(tmp_path / "cache", tmp_path / "first")

    assert not (tmp_path / "cache").exists()
