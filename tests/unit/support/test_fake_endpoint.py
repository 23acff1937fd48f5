"""The fake endpoint as a program, as the demo starts it."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen


def test_it_prints_its_port_and_answers_by_what_a_prompt_contains(tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps([{"contains": "Basket", "answer": "class Basket {}"}]))
    command = [sys.executable, "-m", "tests.support.fake_endpoint", "--answers", str(answers)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        port = int(program.stdout.readline())
        texts = [answer_to(port, f"Refactor {name}.") for name in ("Basket", "Till")]
        program.terminate()

    assert texts == ["class Basket {}", "answer"]


def answer_to(port: int, prompt: str) -> str:
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}]}
    url = f"http://127.0.0.1:{port}/v1/chat/completions"
    with urlopen(Request(url, json.dumps(body).encode())) as response:
        found: str = json.load(response)["choices"][0]["message"]["content"]
    return found
