"""The quick reader and Eclipse JDT agree on every declaration of two real projects."""

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from verifier.analysis.pool import AnalysisPool
from verifier.domain.source import CompilationUnit
from verifier.java_text.encoding import decode
from verifier.java_text.members import list_named_types
from verifier.java_text.quick_reader import read_quickly
from verifier.tools.maven_central import Artefact, ArtefactCache, MavenClient

GSON = Artefact(
    group="com.google.code.gson",
    name="gson",
    version="2.11.0",
    classifier="sources",
    extension="jar",
    sha256="49a853f71bc874ee1898a4ad5009b57d0c536e5a998b3890253ffbf4b7276ad3",
    size=203_808,
)
COMMONS_IO = Artefact(
    group="commons-io",
    name="commons-io",
    version="2.16.1",
    classifier="sources",
    extension="jar",
    sha256="fcfe84e39fb44e38a0ea0ab0815b53adea6fff89c7b72535bc42495f400cb9a1",
    size=527_696,
)
ESCAPE, ARRAY, CAST, MODULE = (
    "a unicode escape: offsets would count in the decoded text",
    "`String[]::new`, which javalang's grammar lacks",
    "a cast to several types at once, which javalang's grammar lacks",
    "a module, which is newer than javalang",
)
REFUSED: Mapping[str, Mapping[str, str]] = {
    "gson": {
        "com/google/gson/stream/JsonReader.java": ESCAPE,
        "com/google/gson/stream/JsonWriter.java": ESCAPE,
        "module-info.java": MODULE,
    },
    "commons-io": {
        "org/apache/commons/io/ByteOrderMark.java": ESCAPE,
        "org/apache/commons/io/FileUtils.java": ARRAY,
        "org/apache/commons/io/comparator/CompositeFileComparator.java": ARRAY,
        "org/apache/commons/io/filefilter/RegexFileFilter.java": CAST,
        "org/apache/commons/io/monitor/FileAlterationObserver.java": ARRAY,
        "org/apache/commons/io/output/WriterOutputStream.java": ESCAPE,
    },
}
"""What the quick reader leaves to JDT, and why: the only difference, besides what it never lists."""


@pytest.mark.network
@pytest.mark.parametrize(("artefact", "files"), [(GSON, 84), (COMMONS_IO, 253)], ids=str)
def test_both_readers_agree_on_every_declaration(
    artefact: Artefact, files: int, tmp_path: Path, analysis: AnalysisPool
) -> None:
    cache = ArtefactCache(folder=tmp_path, source=MavenClient())
    sources = dict(_sources(cache.get([artefact])[artefact]))
    quick = {path: read_quickly(text) for path, text in sources.items()}

    assert len(sources) == files
    assert {path for path, unit in quick.items() if unit is None} == set(REFUSED[artefact.name])
    for path, unit in quick.items():
        if unit is not None:
            assert unit == _select_common(analysis.parse(sources[path])), path


def _sources(jar: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(jar) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".java"):
                yield name, decode(archive.read(name)).text


def _select_common(unit: CompilationUnit) -> CompilationUnit:
    """Without calls, local and anonymous classes: only the caller of JDT has asked for those."""
    return replace(unit, types=tuple(list_named_types(unit)), invocations=())
