"""What people and models hand in, on the command line: odd answers, patches, encodings and files."""

import codecs
import subprocess
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.outcome import CheckName, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools.records import load_jsonl

CHECKS = ("--checks", "detection", "--checks", "purity")
STATIC = ("--level", "static", "--require", "refactoring")
"""The demand that the refactoring is there and nothing else was edited, without a build."""
TOOL = "src/main/java/kit/Tool.java"
LOOP = """\
        int sum = 0;
        for (int i = 0; i < turns; i++) {
            sum += i * 2;
        }
"""
OLD = f"""\
package kit;

/** Spins. */
public class Tool {{
    private int turns = 3;

    public String spin(String who) {{
{LOOP}        return who + ": " + sum + "@";
    }}
}}
"""
METHODS = f"""\
    public String spin(String who) {{
        return who + ": " + sum() + "@";
    }}

    private int sum() {{
{LOOP}        return sum;
    }}
"""
NEW = OLD[: OLD.index("    public String spin")] + METHODS + "}\n"
WANTED = "Extract Method:kit.Tool#spin(String)"
POM = (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    "<groupId>g</groupId><artifactId>a</artifactId><version>1</version><properties>"
    "<project.build.sourceEncoding>{}</project.build.sourceEncoding></properties></project>"
)


def with_letter(text: str, letter: str = "\u00e9") -> str:
    return text.replace("@", letter)


def diff_of(subject: Subject, path: str, new: bytes) -> bytes:
    """What `git diff` prints for a changed file; the file stays as it was."""
    file = subject.path / path
    old = file.read_bytes()
    file.write_bytes(new)
    command = ["git", "-C", str(subject.path), "diff"]
    found = subprocess.run(command, check=True, capture_output=True).stdout
    file.write_bytes(old)
    return found


def status_of(*words: str) -> int:
    return main([*words])


def judge_handed_in(
    subject: Subject, folder: Path, form: str, content: bytes, wanted: str = WANTED
) -> int:
    given = folder / "given"
    given.write_bytes(content)
    words = ["--repo", str(subject.path), f"--{form}", str(given), "--want", wanted]
    return status_of("check", *words, *STATIC)


def of_tool(make: MakeRepository, content: bytes, encoding: str = "UTF-8") -> Subject:
    subject = make("subject")
    subject.commit({TOOL: content, "pom.xml": POM.format(encoding)})
    return subject


def test_an_answer_that_is_a_diff_passes(make_repository: MakeRepository, tmp_path: Path) -> None:
    subject = of_tool(make_repository, OLD.encode())
    diff = diff_of(subject, TOOL, NEW.encode()).decode()
    answer = f"I extracted the summation. Patch:\n\n```diff\n{diff}```\n"

    assert judge_handed_in(subject, tmp_path, "answer", answer.encode()) == 0


def test_an_answer_that_shows_the_code_before_passes(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = of_tool(make_repository, OLD.encode())
    before = OLD[OLD.index("    public String spin") : OLD.rindex("}")]
    answer = f"```java\n{METHODS}```\n\nThe original code was:\n\n```java\n{before}```\n"

    assert judge_handed_in(subject, tmp_path, "answer", answer.encode()) == 0


@pytest.mark.parametrize("fence", ["```", "````"])
@pytest.mark.parametrize("margin", [" " * 12, ""])
def test_an_answer_with_a_fence_in_a_text_block_passes(
    make_repository: MakeRepository, tmp_path: Path, margin: str, fence: str
) -> None:
    block = f'"""\n{margin}```\n{margin}%s\n{margin}```\n{margin}"""'
    old, new = (each.replace('"@"', block) for each in (OLD, METHODS))
    subject = of_tool(make_repository, old.encode())

    assert (
        judge_handed_in(subject, tmp_path, "answer", f"{fence}java\n{new}{fence}\n".encode()) == 0
    )


def test_a_patch_of_a_quoted_path_with_a_blank_passes(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    path = "my app/src/main/java/kit/Stra\u00dfe.java"
    old, new = (each.replace("class Tool", "class Stra\u00dfe") for each in (OLD, NEW))
    subject = make_repository("subject")
    subject.commit({path: old})
    diff = diff_of(subject, path, new.encode())
    assert b'e.java"\t\n' in diff

    wanted = WANTED.replace("Tool", "Stra\u00dfe")
    assert judge_handed_in(subject, tmp_path, "patch", diff, wanted) == 0


def test_a_patch_without_the_mark_passes(make_repository: MakeRepository, tmp_path: Path) -> None:
    mark = codecs.BOM_UTF8
    subject = of_tool(make_repository, mark + OLD.replace("\n\n/**", "\n/**").encode())
    new = NEW.replace("\n\n/**", "\n/**").replace("Spins", "Turns")
    diff = diff_of(subject, TOOL, mark + new.encode())
    assert mark in diff

    assert judge_handed_in(subject, tmp_path, "patch", diff.replace(mark, b"")) == 0


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "Shift_JIS"])
def test_a_patch_as_text_for_a_source_in_another_encoding_passes(
    make_repository: MakeRepository, tmp_path: Path, encoding: str
) -> None:
    letter = "\u30bd" if encoding == "Shift_JIS" else "\u00e9"
    old, new = (with_letter(each, letter).encode(encoding) for each in (OLD, NEW))
    subject = of_tool(make_repository, old, encoding)
    diff = diff_of(subject, TOOL, new)

    assert judge_handed_in(subject, tmp_path, "patch", diff) == 0
    assert judge_handed_in(subject, tmp_path, "patch", diff.decode(encoding).encode()) == 0


@pytest.mark.parametrize("escaped", ["\\u00e9", "\\uu00E9"])
def test_an_escape_in_the_place_of_its_letter_is_no_edit(
    make_repository: MakeRepository, tmp_path: Path, escaped: str
) -> None:
    subject = of_tool(make_repository, with_letter(OLD).encode("latin-1"), "ISO-8859-1")
    answer = with_letter(METHODS, escaped)

    assert judge_handed_in(subject, tmp_path, "answer", answer.encode()) == 0


def test_another_letter_is_an_edit(make_repository: MakeRepository, tmp_path: Path) -> None:
    subject = of_tool(make_repository, with_letter(OLD).encode("latin-1"), "ISO-8859-1")
    answer = with_letter(METHODS, "\\u00e8")

    assert judge_handed_in(subject, tmp_path, "answer", answer.encode()) == 1


@pytest.mark.parametrize(
    ("encoding", "letter", "carried"),
    [("ISO-8859-1", "\u00e9", "\u00e9"), ("Shift_JIS", "\u30bd", "\u30bd"), ("", "\u00e9", "\\u00e9")],
)  # fmt: skip
def test_the_golden_refactoring_is_pure_in_every_encoding(
    make_repository: MakeRepository, tmp_path: Path, encoding: str, letter: str, carried: str
) -> None:
    subject = make_repository("subject")
    pom: dict[str, str | bytes] = {"pom.xml": POM.format(encoding)} if encoding else {}
    for text in (OLD, NEW):
        subject.commit({TOOL: with_letter(text, letter).encode(encoding or "latin-1"), **pom})
    instances, golden, run = (tmp_path / name for name in ("i.jsonl", "g.jsonl", "run"))
    repo = ["--repo", str(subject.path)]
    assert main(["mine", str(subject.path), "-o", str(instances)]) == 0
    assert main(["predictions", "golden", "-i", str(instances), *repo, "-o", str(golden)]) == 0

    ((prediction,), _) = load_jsonl(Prediction, golden)
    assert prediction.files is not None
    assert f'"{carried}"' in (prediction.files[TOOL] or "")
    # The file of predictions begins with a mark, as Windows shells write it.
    golden.write_bytes(codecs.BOM_UTF8 + golden.read_bytes())
    words = [str(golden), "-i", str(instances), *repo, "--run", str(run)]
    assert status_of("verify", *words, *CHECKS) == 0
    ((verdict,), _) = load_jsonl(Verdict, run / "verdicts.jsonl")
    purity = verdict.check(CheckName.PURITY)
    assert purity is not None
    assert purity.status is Status.PASSED, purity


@pytest.mark.parametrize("form", ["patch", "answer"])
def test_what_is_handed_in_as_utf_16_is_refused_in_one_sentence(
    make_repository: MakeRepository, tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    subject = of_tool(make_repository, OLD.encode())

    assert judge_handed_in(subject, tmp_path, form, METHODS.encode("utf-16")) == 4
    assert (
        f"what --{form} gives is in UTF-16 or UTF-32, and not in UTF-8" in capsys.readouterr().err
    )
