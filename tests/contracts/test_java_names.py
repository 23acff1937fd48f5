"""A class name of java_tools has one meaning: no two packages or modules use it for two things."""

from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EVERY_MODULE_HAS_ITS_OWN = {"Main", "package-info"}


def test_no_class_name_stands_in_two_packages() -> None:
    places = defaultdict(set)
    for source in (ROOT / "java_tools").glob("*/src/main/java/org/refverify/**/*.java"):
        places[source.stem].add(source.parent.relative_to(ROOT / "java_tools").as_posix())
    assert len(places) > 100
    twice = {name: folders for name, folders in places.items() if len(folders) > 1}
    assert twice.keys() <= EVERY_MODULE_HAS_ITS_OWN, twice
