"""A run that is killed goes on: no key twice, no answered request again, and the same bytes."""

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.generation_tasks import several, write_tasks

ROOT = Path(__file__).parents[3]
TASKS, SAMPLES = 4, 2
RUN = """
import json, os, signal, sys
from pathlib import Path
from tests.support.scripted_model import ScriptedModel, answer
from verifier.console import Console
from verifier.generation import run
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest, make_plan
from verifier.generation.spending import Spent
from verifier.tools.storage.append_only import AppendOnlyFile

append, to_line = AppendOnlyFile.append, run.to_line

def generate(folder, moment, number, samples):
    seen = 0

    def dies(where, first=lambda: None):
        nonlocal seen
        seen += where == moment
        if where == moment and seen == number:
            first()
            os.kill(os.getpid(), signal.SIGKILL)

    def reply(request):
        dies("asked")
        with (folder / "served.txt").open("a") as served:
            served.write(request.key + "\\n")
        return answer("// " + request.key)

    def appended(file, line):
        dies("torn", lambda: file._file.write(line[: len(line) // 2]))
        start = append(file, line)
        dies("appended")
        return start

    def written(record):
        dies("written")
        return to_line(record)

    AppendOnlyFile.append, run.to_line = appended, written
    request = GenerationRequest(
        tasks=folder / "i.jsonl",
        output=GenerationPaths(predictions=folder / "p.jsonl"),
        model="m",
        samples=samples,
        jobs=1,
    )
    quiet, model = Console(quiet=True), ScriptedModel(reply=reply)
    run.generate(make_plan(request, quiet), request, model.open, quiet, Spent())

def in_a_child(*words):
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        generate(*words)
    except BaseException:  # a child that goes on would do its parent's work again
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)

for name, moment, number, samples in json.loads(sys.argv[1]):
    folder = Path(name)
    print(folder.name, in_a_child(folder, moment, number, samples), flush=True)
    print(folder.name, in_a_child(folder, "", 0, samples), flush=True)
"""
"""Kills itself in a child process, and goes on in another one: all runs share one start of Python."""
MOMENTS = [
    ("asked", 1),
    ("asked", 4),
    ("asked", 8),
    ("appended", 1),
    ("appended", 5),
    ("appended", 8),
    ("written", 1),
    ("written", 8),
    ("written", 9),
    ("torn", 3),
]
WHOLE = ("never", 0)


def contents(folder: Path) -> dict[str, bytes]:
    left_out = {"i.jsonl", "served.txt", "p.journal.jsonl"}
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name not in left_out and not p.name.startswith(".")
    }


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each moment with a run that was killed and continued, and one without."""
    folder = tmp_path_factory.mktemp("runs")
    jobs = []
    for moment, number in (*MOMENTS, WHOLE):
        (folder / f"{moment}-{number}").mkdir()
        write_tasks(folder / f"{moment}-{number}" / "i.jsonl", several(TASKS))
        jobs.append((str(folder / f"{moment}-{number}"), moment, number, SAMPLES))
    words = (sys.executable, "-c", RUN, json.dumps(jobs))
    ended = subprocess.run(words, cwd=ROOT, check=True, timeout=300, capture_output=True, text=True)
    (folder / "ended.txt").write_text(ended.stdout)
    return folder


@pytest.mark.parametrize(("moment", "number"), MOMENTS)
def test_a_killed_run_ends_like_one_that_was_not(moment: str, number: int, runs: Path) -> None:
    folder = runs / f"{moment}-{number}"
    ended = [line.split() for line in (runs / "ended.txt").read_text().splitlines()]

    assert [code for name, code in ended if name == folder.name] == [f"-{signal.SIGKILL}", "0"]
    served = Counter((folder / "served.txt").read_text().split())
    lines = (folder / "p.journal.jsonl").read_text().splitlines()
    keys = Counter(json.loads(line)["key"] for line in lines)
    assert set(keys.values()) == {1}
    assert len(keys) == TASKS * SAMPLES
    # Only an answer whose line was torn is lost, and therefore sent again.
    assert served.total() == TASKS * SAMPLES + (moment == "torn")
    whole = contents(runs / "{}-{}".format(*WHOLE))
    assert contents(folder) == whole
    assert {"p.jsonl", "p.setting.json"} < set(whole)
