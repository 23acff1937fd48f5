"""`refverify mine` on real histories, through the real analysis: every kind of source and ending."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.java_changes import big_class
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import RefactoringType
from verifier.tools.records import load_jsonl

BEFORE = """\
  int total(int first, int second) {
    int sum = first + second;
    sum = sum * 2;
    System.out.println("sum: " + sum);
    System.out.flush();
    return sum;
  }
"""
AFTER = """\
  int total(int first, int second) {
    int sum = first + second;
    sum = sum * 2;
    show(sum);
    return sum;
  }

  private void show(int sum) {
    System.out.println("sum: " + sum);
    System.out.flush();
  }
"""
SEALED = """\
sealed interface Seal permits Seal.A {{
  final class A implements Seal {{
    String t = \"\"\"
      text
      \"\"\";
    int kind(Object o) {{ return switch (o) {{ case String s -> 1; default -> 2; }}; }}
{0}  }}
}}
"""
SHELLS: dict[str, tuple[str, str]] = {
    "Plain": ("class Plain {{\n{0}}}\n", "Plain#total(int, int)"),
    "Crlf": ("class Crlf {{\r\n{0}}}\r\n", "Crlf#total(int, int)"),
    "Latin": ("class Latin {{\n  // caf\xe9\n{0}}}\n", "Latin#total(int, int)"),
    "Emoji": ('class Emoji {{\n  String s = "😀😀"; {0}}}\n', "Emoji#total(int, int)"),
    "Outer": ("class Outer<T extends Number> {{\n  class In<S> {{\n{0}  }}\n}}\n",
              "Outer$In#total(int, int)"),
    "Two": ("class Two {{\n  int total(long a, long b) {{ return 0; }}\n{0}}}\n",
            "Two#total(int, int)"),
    "Rec": ("record Rec(int x) {{\n{0}}}\n", "Rec#total(int, int)"),
    "Seal": (SEALED, "Seal$A#total(int, int)"),
}  # fmt: skip


def source(name: str, methods: str) -> bytes:
    text = SHELLS[name][0].format(methods)
    if name == "Crlf":
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return text.encode("latin-1" if name == "Latin" else "utf-8")


@dataclass(frozen=True)
class Mined:
    """A mined history: the commit of each case, and the files."""

    commits: dict[str, str]
    folder: Path

    def instances(self, case: str) -> list[Instance]:
        every, _ = load_jsonl(Instance, self.folder / "i.jsonl")
        return [i for i in every if i.commit == self.commits[case]]

    def ending(self, case: str) -> tuple[str, str]:
        lines = map(json.loads, (self.folder / "i.commits.jsonl").read_text().splitlines())
        return next((x["status"], x["reason"]) for x in lines if x["commit"] == self.commits[case])


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Mined:
    subject = Subject.create(tmp_path_factory.mktemp("mine") / "subject")
    huge = "class Huge {\n" + "".join(f"  int f{n};\n" for n in range(300_000))
    start: dict[str, str | bytes | None] = {f"src/{n}.java": source(n, BEFORE) for n in SHELLS}
    start |= {
        "src/Old.java": "class Old {\n" + BEFORE + "}\n",
        "src/Huge.java": huge + "}\n",
        "src/Anon.java": "class Anon {\n  Object o = new Object() {\n" + BEFORE + "  };\n}\n",
        "module-info.java": "module m {}\n",
        "Broken.java": "class Broken {\n",
    }
    commits = {"root": subject.commit(start)}
    for name in SHELLS:
        commits[name] = subject.commit({f"src/{name}.java": source(name, AFTER)})
    changes: dict[str, dict[str, str | bytes | None]] = {
        "Anon": {
            "src/Anon.java": "class Anon {\n  Object o = new Object() {\n" + AFTER + "  };\n}\n"
        },
        "renamed": {"src/Old.java": None, "src/New.java": "class New {\n" + AFTER + "}\n"},
        "huge": {"src/Huge.java": huge + "  int more;\n}\n"},
        "module": {"module-info.java": "module m { exports p; }\n"},
        "broken": {"Broken.java": "class Broken { int\n"},
        "text": {"README": "x"},
        "names": {"src/ä 😀/Ünï.java": "class X {\n" + BEFORE + "}\n"},
        "odd name": {os.fsdecode(b"src/caf\xe9.java"): "class Cafe {}\n"},
    }
    commits |= {case: subject.commit(files) for case, files in changes.items()}
    folder = subject.path.parent / "out"
    folder.mkdir()
    bare = subject.bare_clone(subject.path.parent / "bare.git")
    assert main(["-q", "mine", str(bare), "-o", str(folder / "i.jsonl")]) == 0
    return Mined(commits=commits, folder=folder)


@pytest.mark.parametrize("case", SHELLS)
def test_an_extraction_is_found_in_every_kind_of_source(mined: Mined, case: str) -> None:
    (found,) = mined.instances(case)
    assert found.type is RefactoringType.EXTRACT_METHOD
    assert str(found.before.method) == SHELLS[case][1]
    assert found.after.partner is not None
    assert found.after.partner.name == "show"
    eol = "\r\n" if case == "Crlf" else "\n"
    assert found.before_sources.method == BEFORE.strip().replace("\n", eol)
    assert found.after_sources.partner == AFTER.partition("\n\n")[2].strip().replace("\n", eol)
    assert found.parent == mined.commits[_previous(mined, case)]
    assert found.repo == "bare"


def _previous(mined: Mined, case: str) -> str:
    order = list(mined.commits)
    return order[order.index(case) - 1]


def test_a_method_of_an_anonymous_class_is_found(mined: Mined) -> None:
    (found,) = mined.instances("Anon")
    assert found.before.method.class_name == "Anon$1"


def test_an_extraction_in_a_renamed_file_is_found_across_both_names(mined: Mined) -> None:
    (found,) = mined.instances("renamed")
    assert (found.before.file, found.after.file) == ("src/Old.java", "src/New.java")
    assert "rename from src/Old.java\nrename to src/New.java\n" in found.patch


def test_a_huge_file_is_not_looked_at_and_counted(mined: Mined) -> None:
    assert mined.ending("huge") == ("none", "")
    funnel = json.loads((mined.folder / "i.funnel.json").read_text())
    assert funnel["skipped_files"]["too large"] == 1


def test_a_file_whose_name_is_not_utf8_is_not_looked_at_and_counted(mined: Mined) -> None:
    funnel = json.loads((mined.folder / "i.funnel.json").read_text())
    assert funnel["skipped_files"]["its name is not UTF-8"] == 1


@pytest.mark.parametrize(
    ("case", "ending"),
    [
        ("root", ("skipped", "root: no parent to compare with")),
        ("text", ("skipped", "no Java file changed")),
        ("module", ("same-methods", "")),
        ("broken", ("same-methods", "")),
        ("names", ("none", "")),
        ("odd name", ("none", "")),
        ("Plain", ("ok", "")),
    ],
)
def test_every_commit_has_its_ending(mined: Mined, case: str, ending: tuple[str, str]) -> None:
    assert mined.ending(case) == ending


def test_the_funnel_adds_up(mined: Mined) -> None:
    funnel = json.loads((mined.folder / "i.funnel.json").read_text())
    counts = {(s["name"], s["unit"]): s["count"] for s in funnel["stages"]}
    assert counts["listed", "commits"] == len(mined.commits)
    assert counts["analysed", "commits"] == len(mined.commits) - 2
    assert counts["kept", "commits"] == len(SHELLS) + 2


def test_a_repository_without_java_gives_an_empty_file_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"README": "x"})
    subject.commit({"README": "y"})
    assert main(["mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]) == 0
    assert (tmp_path / "i.jsonl").read_bytes() == b""
    assert "None of the listed commits needs an analysis." in capsys.readouterr().err


def test_a_clone_address_is_cloned_into_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"A.java": source("Plain", BEFORE)})
    subject.commit({"A.java": source("Plain", AFTER)})
    output = tmp_path / "i.jsonl"
    assert main(["-q", "mine", subject.path.as_uri(), "-o", str(output)]) == 0
    (found,), _ = load_jsonl(Instance, output)
    assert str(tmp_path) not in found.repo
    assert [p.suffix for p in (tmp_path / "cache/clones").iterdir()] == [".git"]


def unborn(folder: Path) -> Path:
    return Subject.create(folder / "empty").path


def plain_folder(folder: Path) -> Path:
    (folder / "plain").mkdir()
    return folder / "plain"


def missing(folder: Path) -> Path:
    return folder / "missing"


def a_file(folder: Path) -> Path:
    (folder / "file").write_text("x")
    return folder / "file"


def too_long(folder: Path) -> Path:
    return folder / ("x" * 5000)


@pytest.mark.parametrize(
    "make", [unborn, plain_folder, missing, a_file, too_long], ids=lambda f: f.__name__
)
def test_what_cannot_be_mined_ends_with_6_and_writes_nothing(
    tmp_path: Path, make: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(make)
    (tmp_path / "out").mkdir()
    path = make(tmp_path)
    assert main(["mine", str(path), "-o", str(tmp_path / "out/i.jsonl")]) == 6
    assert str(path) in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == []


def test_dates_that_no_commit_matches_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"A.java": "class A {}"})
    words = ["-o", str(tmp_path / "i.jsonl"), "--since", "2090-01-01"]

    assert main(["mine", str(subject.path), *words]) == 0
    assert "no commit lies between --since and --until" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--rev", "nope"], 6),
        (["--since", "yesterday"], 2),
        (["--types", "Rename Planet"], 2),
        (["--retry", "none"], 2),
        (["--jobs", "0"], 2),
        (["-o", "no/such/folder/i.jsonl"], 10),
    ],
)
def test_words_that_make_no_sense_have_their_exit_code(
    tmp_path: Path, words: list[str], code: int
) -> None:
    subject = Subject.create(tmp_path / "subject")
    subject.commit({"A.java": "class A {}"})
    assert main(["mine", str(subject.path), "-o", str(tmp_path / "i.jsonl"), *words]) == code


def test_a_shallow_clone_is_mined_as_far_as_it_goes(tmp_path: Path) -> None:
    subject = Subject.create(tmp_path / "subject")
    for methods in (BEFORE, AFTER, BEFORE, AFTER):
        subject.commit({"A.java": source("Plain", methods)})
    shallow = subject.bare_clone(tmp_path / "shallow.git", "--depth=2")
    output = tmp_path / "i.jsonl"
    assert main(["-q", "mine", str(shallow), "-o", str(output)]) == 0
    lines = [json.loads(x) for x in (tmp_path / "i.commits.jsonl").read_text().splitlines()]
    assert [x["status"] for x in lines] == ["error", "ok"]
    assert "shallow clone" in lines[0]["reason"]
    assert len(load_jsonl(Instance, output)[0]) == 1


def test_a_missing_object_is_that_commits_error_and_a_retry_mends_it(tmp_path: Path) -> None:
    subject = Subject.create(tmp_path / "subject")
    for methods in (BEFORE, AFTER):
        subject.commit({"A.java": source("Plain", methods)})
    subject.commit({"A.java": source("Plain", AFTER.replace("sum: ", "sum = "))})
    blob = subject.git("rev-parse", "HEAD~1:A.java")
    path = subject.path / ".git/objects" / blob[:2] / blob[2:]
    content = path.read_bytes()
    path.unlink()
    words = ["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl")]
    assert main(words) == 0
    lines = [json.loads(x) for x in (tmp_path / "i.commits.jsonl").read_text().splitlines()]
    assert [x["status"] for x in lines] == ["skipped", "error", "error"]
    assert blob in lines[1]["reason"]
    path.write_bytes(content)
    assert main([*words, "--retry", "error"]) == 0
    assert len(load_jsonl(Instance, tmp_path / "i.jsonl")[0]) == 1


def test_a_commit_that_takes_too_long_is_a_timeout_and_a_retry_mends_it(tmp_path: Path) -> None:
    subject = Subject.create(tmp_path / "subject")
    for number, methods in enumerate((BEFORE, AFTER)):
        # A small change alone would be answered before anybody looks at the clock.
        big = big_class(25, number)
        subject.commit({"A.java": source("Plain", methods), "Big.java": big})
    words = ["-q", "mine", str(subject.path), "-o", str(tmp_path / "i.jsonl"), "--commit-timeout"]
    assert main([*words, "0.001"]) == 0
    lines = [json.loads(x) for x in (tmp_path / "i.commits.jsonl").read_text().splitlines()]
    assert [x["status"] for x in lines] == ["skipped", "timeout"]
    assert main([*words, "60", "--retry", "timeout"]) == 0
    assert len(load_jsonl(Instance, tmp_path / "i.jsonl")[0]) == 1
