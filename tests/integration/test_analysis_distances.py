"""Edit distances are counted by a class of ours, or of commons-text: what is mined is the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from verifier.cli.main import main

WHERE = """
from verifier.analysis import classpath, jvm
jvm.start(None, classpath.jars(), "256m")
distances = jvm.java("org.apache.commons.text.similarity.LevenshteinDistance")
print(distances.class_.getProtectionDomain().getCodeSource().getLocation())
"""


@pytest.mark.parametrize(
    ("word", "jar"), [("on", "refverify-miner.jar"), ("off", "commons-text-1.15.0.jar")]
)
def test_the_switch_says_whose_class_is_found(
    monkeypatch: pytest.MonkeyPatch, word: str, jar: str
) -> None:
    monkeypatch.setenv("REFVERIFY_ANALYSIS_DISTANCES", word)
    done = subprocess.run([sys.executable, "-c", WHERE], check=True, capture_output=True, text=True)
    assert Path(done.stdout.strip()).name == jar


def test_what_is_mined_is_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert main(["-q", "datasets", "build", "bistro", "-o", str(tmp_path / "bistro")]) == 0
    found = {}
    for word in ("on", "off"):
        monkeypatch.setenv("REFVERIFY_ANALYSIS_DISTANCES", word)
        out = tmp_path / f"{word}.jsonl"
        words = ["-q", "mine", str(tmp_path / "bistro"), "-o", str(out), "--include-impure"]
        assert main(words) == 0
        found[word] = [out.with_suffix(end).read_bytes() for end in (".jsonl", ".funnel.json")]
    assert found["on"] == found["off"]
    assert found["on"][0].count(b"\n") > 20
