"""The start of the search: the saved corpus, and literals of tests and data sets."""

import ast
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPORA = ROOT / "tests" / "corpora"
MOST_BYTES = 8000
_MOST_WORDS = 150
_WORD = re.compile(rb'"?</?[A-Za-z.]{2,24}>?|"[A-Za-z_$]{2,24}":?|[\[@+-]{1,3} ?[A-Za-z]{2,24}\b')
_SARIF = {
    "runs": [
        {
            "tool": {"driver": {"rules": [{"id": "a.b"}]}},
            "invocations": [
                {
                    "toolExecutionNotifications": [
                        {"level": "error", "message": {"text": "what"}, "descriptor": {"id": "x"}}
                    ]
                }
            ],
            "results": [
                {
                    "ruleId": "a.b",
                    "ruleIndex": 0,
                    "rule": {"id": "a.b", "index": 0},
                    "baselineState": "new",
                    "locations": [
                        {
                            "physicalLocation": {
                                "artifactLocation": {"uri": "src/A.java"},
                                "region": {"startLine": 1, "endLine": 2},
                            }
                        }
                    ],
                }
            ],
        }
    ]
}
_ENGINE = {
    "errors": [
        {
            "level": "warn",
            "type": ["PartialParsing", []],
            "path": "A.java",
            "rule_id": "a",
            "message": "m",
            "long_msg": "l",
            "spans": [{"start": {"line": 1}, "end": {"line": 2}}],
        }
    ],
    "paths": {"scanned": ["A.java"]},
}
_TESTS = {
    "answer": ("unit/predictions/**/*.py", "integration/test_answers_with_jdt.py"),
    "patch": ("unit/predictions/**/*.py", "unit/tools/git/test_diff_syntax.py"),
    "java": ("unit/java_text/*.py", "unit/predictions/**/*.py"),
    "jsonl": ("unit/tools/test_records.py", "unit/datasets/*.py"),
    "xml": ("unit/tools/test_surefire.py", "unit/builds/maven/*.py", "unit/tools/test_maven*.py"),
    "class": (),
    "sarif": ("unit/tools/test_sarif.py", "unit/tools/opengrep/*.py"),
    "toml": ("unit/test_config.py", "unit/cli/test_settings.py"),
    "yaml": ("unit/builds/jdks/test_ci_files.py",),
    "log": ("unit/builds/**/*.py", "unit/tools/test_surefire.py"),
}
_WHOLE = {
    "java": ("datasets/bistro/base/src/**/*.java",),
    "answer": ("datasets/bistro/base/src/**/*.java",),
    "xml": ("*/*/pom.xml",),
}
"""Files that are used as inputs unchanged."""
_PREFIXED = {"answer": b"\0", "java": b"\0\0"}
"""The bytes at the beginning of a text that control these targets."""


def seeds(kind: str) -> Iterator[bytes]:
    """The inputs of a kind, none longer than a worker accepts."""
    prefix = _PREFIXED.get(kind, b"")
    found = [prefix + text for text in (*_literals(kind), *_files(kind))]
    yield from (each for each in found if len(each) <= MOST_BYTES)


def dictionary(kind: str) -> str:
    """The most frequent words of the seeds, in libFuzzer's dictionary format."""
    found = Counter(word for seed in seeds(kind) for word in _WORD.findall(seed))
    common = [word.decode("ascii") for word, _ in found.most_common(_MOST_WORDS)]
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"') for word in common)
    return "".join(f'"{word}"\n' for word in escaped)


def _literals(kind: str) -> Iterator[bytes]:
    """The longer string and bytes literals in the tests of a kind."""
    for pattern in _TESTS[kind]:
        paths = sorted((ROOT / "tests").glob(pattern))
        if not paths:
            raise AssertionError(f"no test is at {pattern}")
        for path in paths:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                value = node.value if isinstance(node, ast.Constant) else None
                if isinstance(value, str) and len(value) > 12:
                    yield value.encode("utf-8", "surrogateescape")
                elif isinstance(value, bytes) and len(value) > 12:
                    yield value


def _files(kind: str) -> Iterator[bytes]:
    for pattern in _WHOLE.get(kind, ()):
        for path in sorted(ROOT.glob(pattern)):
            yield path.read_bytes()
    match kind:
        case "patch":
            for line in (ROOT / "datasets/bistro/predictions.jsonl").read_bytes().splitlines():
                yield str(json.loads(line).get("model_patch") or "").encode()
        case "jsonl":
            for path in sorted((ROOT / "datasets/bistro").glob("*.jsonl")):
                yield from path.read_bytes().splitlines(keepends=True)
        case "sarif":
            yield from (json.dumps(each).encode() for each in (_SARIF, _ENGINE))
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
