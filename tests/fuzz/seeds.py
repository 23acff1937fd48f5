"""Where the search begins: the saved corpus, and what tests and data sets say already."""

import ast
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPORA = ROOT / "tests" / "corpora"
MOST_BYTES = 8000
_TESTS = {
    "answer": ("unit/predictions/*.py", "integration/test_answers_with_jdt.py"),
    "patch": ("unit/predictions/*.py", "unit/tools/test_diff_syntax.py"),
    "java": ("unit/java_text/*.py", "unit/predictions/*.py"),
    "jsonl": ("unit/tools/test_records.py", "unit/datasets/*.py"),
    "xml": ("unit/tools/test_surefire.py", "unit/builds/maven/*.py", "unit/tools/test_maven*.py"),
    "class": (),
    "sarif": ("unit/tools/test_sarif.py", "unit/tools/test_opengrep_output.py"),
    "toml": ("unit/test_config.py", "unit/cli/test_settings.py"),
    "log": ("unit/builds/*/*.py", "unit/tools/test_surefire.py"),
}
_PREFIXED = {"answer": b"\0", "java": b"\0\0"}
"""The bytes before a text by which these targets choose."""


def seeds(kind: str) -> Iterator[bytes]:
    """Inputs of a kind, none longer than a worker takes."""
    prefix = _PREFIXED.get(kind, b"")
    found = [prefix + text for text in (*_literals(kind), *_files(kind))]
    yield from (each for each in found if len(each) <= MOST_BYTES)


def _literals(kind: str) -> Iterator[bytes]:
    """The longer strings and bytes that the tests of a kind write down."""
    for pattern in _TESTS[kind]:
        for path in sorted((ROOT / "tests").glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                value = node.value if isinstance(node, ast.Constant) else None
                if isinstance(value, str) and len(value) > 12:
                    yield value.encode("utf-8", "surrogateescape")
                elif isinstance(value, bytes) and len(value) > 12:
                    yield value


def _files(kind: str) -> Iterator[bytes]:
    match kind:
        case "patch":
            for line in (ROOT / "datasets/bistro/predictions.jsonl").read_bytes().splitlines():
                yield str(json.loads(line).get("model_patch") or "").encode()
        case "jsonl":
            for path in sorted((ROOT / "datasets/bistro").glob("*.jsonl")):
                yield from path.read_bytes().splitlines(keepends=True)
        case "java" | "answer":
            for path in sorted((ROOT / "datasets/bistro/base").rglob("*.java")):
                yield path.read_bytes()
        case "xml":
            for path in sorted(ROOT.glob("*/*/pom.xml")):
                yield path.read_bytes()
        case "class":
            yield from _class_files()
        case _:
            return


def _class_files() -> Iterator[bytes]:
    for jar in ("runner.jar", "analysis/refverify-references.jar"):
        with zipfile.ZipFile(ROOT / "verifier/resources/java" / jar) as archive:
            for name in sorted(archive.namelist())[:40]:
                if name.endswith(".class"):
                    yield archive.read(name)
