"""Released libraries with pinned versions, and their tests, as subjects of differential fuzzing."""

from dataclasses import dataclass
from pathlib import Path

from verifier.config import cache_folder
from verifier.tools.maven_central import Artefact, ArtefactCache, MavenClient


def _jar(
    group: str, name: str, version: str, pin: tuple[str, int], classifier: str = ""
) -> Artefact:
    sha256, size = pin
    return Artefact(
        group=group,
        name=name,
        version=version,
        classifier=classifier,
        extension="jar",
        sha256=sha256,
        size=size,
    )


LANG = _jar(
    "org.apache.commons",
    "commons-lang3",
    "3.20.0",
    ("69e5c9fa35da7a51a5fd2099dfe56a2d8d32cf233e2f6d770e796146440263f4", 713862),
)
LANG_TESTS = _jar(
    "org.apache.commons",
    "commons-lang3",
    "3.20.0",
    ("f567d17cfa4513be0239cf1a14b18a4e1df1acf777bb781b2a15da2f3332bc1c", 1449006),
    classifier="tests",
)
IO = _jar(
    "commons-io",
    "commons-io",
    "2.22.0",
    ("2b9a7b1f726fb86216dbd2c8321eabe0221dbd5b1be81c18e1cb53811b104758", 609182),
)
IO_TESTS = _jar(
    "commons-io",
    "commons-io",
    "2.22.0",
    ("c10d70be7c5d3d4009e3ae4ff85f2cc96ca14b0c0b07c362cbbaaf5195ca76b2", 1040056),
    classifier="tests",
)
GSON = _jar(
    "com.google.code.gson",
    "gson",
    "2.14.0",
    ("2cbd119bf1961c28788310963dc80ba65f58cdeec1dd139c8bdb1240faa2c36f", 313604),
)
CONSOLE = _jar(
    "org.junit.platform",
    "junit-platform-console-standalone",
    "1.14.1",
    ("a09c656d60ada792cf12ed1e8dc7ead3edc98dde034332e97dfcb5b4268b9072", 3177744),
)
JUNIT_4 = (
    _jar(
        "junit",
        "junit",
        "4.13.2",
        ("8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3", 384581),
    ),
    _jar(
        "org.hamcrest",
        "hamcrest-core",
        "1.3",
        ("66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9", 45024),
    ),
)
TEST_LIBRARIES = (
    _jar(
        "org.ow2.asm",
        "asm",
        "9.8",
        ("876eab6a83daecad5ca67eb9fcabb063c97b5aeb8cf1fca7a989ecde17522051", 126113),
    ),
    _jar(
        "net.bytebuddy",
        "byte-buddy",
        "1.17.5",
        ("71568c9f8396677219f650268fbf6493ded484edcdbdf2dae6129ca5be81e8db", 8953594),
    ),
    _jar(
        "net.bytebuddy",
        "byte-buddy-agent",
        "1.12.19",
        ("3a70240de7cdcde04e7c504c2327d7035b9c25ae0206881e3bf4e6798a273ed8", 256421),
    ),
    _jar(
        "commons-codec",
        "commons-codec",
        "1.21.0",
        ("4da851cb6abfb98bfe9eb77c5e5fc47f5414fa28b94e21b7fd9a646705dc167f", 402494),
    ),
    _jar(
        "org.apache.commons",
        "commons-text",
        "1.14.0",
        ("121fce2282910c8f0c3ba793a5436b31beb710423cbe2d574a3fb7a73c508e92", 259876),
    ),
    _jar(
        "org.easymock",
        "easymock",
        "5.6.0",
        ("63efc00da99774fb0253330ef9b5788b261022ba73f36bf76889ce7edf3d2b31", 148389),
    ),
    _jar(
        "com.google.guava",
        "failureaccess",
        "1.0.3",
        ("cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb", 10763),
    ),
    _jar(
        "com.google.guava",
        "guava",
        "33.4.8-jre",
        ("f3d7f57f67fd622f4d468dfdd692b3a5e3909246c28017ac3263405f0fe617ed", 3023797),
    ),
    _jar(
        "org.hamcrest",
        "hamcrest",
        "2.2",
        ("5e62846a89f05cd78cd9c1a553f340d002458380c320455dd1f8fc5497a8a1c1", 123360),
    ),
    _jar(
        "com.google.jimfs",
        "jimfs",
        "1.3.1",
        ("b31e5da8d4d73bf9634ca8543af099517d45e9c2e6b47b76c6bcc28736902f14", 214255),
    ),
    _jar(
        "org.junit-pioneer",
        "junit-pioneer",
        "1.9.1",
        ("0a62be4447e4066d628705e298e91d557b5f01c1f3f143501dc3eac36da59230", 200001),
    ),
    _jar(
        "org.mockito",
        "mockito-core",
        "4.11.0",
        ("4b909690cab288c761eb94c0bf0e814496cf3921d8affac84cd87774530351e5", 684944),
    ),
    _jar(
        "org.objenesis",
        "objenesis",
        "3.4",
        ("95488102feaf2e2858adf6b299353677dac6c15294006f8ed1c5556f8e3cd251", 49076),
    ),
)
"""The test dependencies of both Commons libraries besides JUnit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Library:
    """A released jar, its test jar (None if none is released), and the tests' dependencies."""

    jar: Artefact
    tests: Artefact | None = None
    test_path: tuple[Artefact, ...] = ()


LIBRARIES = {
    "commons-lang": Library(jar=LANG, tests=LANG_TESTS, test_path=(CONSOLE, *TEST_LIBRARIES)),
    "commons-io": Library(jar=IO, tests=IO_TESTS, test_path=(CONSOLE, LANG, *TEST_LIBRARIES)),
    "gson": Library(jar=GSON),
}


def fetch_jars(artefacts: tuple[Artefact, ...]) -> list[Path]:
    """Get the jars from the cache or from Maven Central, in their order."""
    cache = ArtefactCache(folder=cache_folder() / "artefacts", source=MavenClient())
    found = cache.get(artefacts)
    return [found[artefact] for artefact in artefacts]
