"""`check --hook` as a host calls it: a change that is refuted sends the agent back, once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.shop import SHOP
from verifier.cli.main import main

PRICES = "src/main/java/shop/Prices.java"


def test_an_agent_is_sent_back_until_it_has_nothing_better(
    make_repository: MakeRepository,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    shop = make_repository("shop")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    shop.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    file = shop.path / PRICES
    file.write_text(file.read_text().replace('"EUR "', '"USD "'))

    def run_hook(said: dict[str, object], *words: str) -> tuple[int, str, str]:
        (tmp_path / "said").write_text(json.dumps({"cwd": str(shop.path), **said}))
        with (tmp_path / "said").open() as stream, monkeypatch.context() as patch:
            patch.setattr("sys.stdin", stream)
            status = main(["check", "--hook", "claude-code", "--level", "static", *words])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    assert run_hook({})[0] == 0  # open: nothing speaks against it
    status, out, errors = run_hook({}, "--accept", "tested")
    assert (status, out) == (2, "")
    assert errors.startswith("refverify check: this change is left open (level static)")
    assert run_hook({"stop_hook_active": True}, "--accept", "tested")[0] == 0


@pytest.mark.parametrize(
    ("words", "status"),
    [(["--nonsense"], 1), (["main", "--staged"], 1), (["--repo", "/dev/null/none"], 6)],
)
def test_no_failure_of_ours_looks_like_an_answer(
    words: list[str], status: int, tmp_path: Path
) -> None:
    program = "from verifier.cli.main import entry_point; entry_point()"
    done = subprocess.run(
        [sys.executable, "-c", program, "check", "--hook", "codex", *words],
        input=b"{}",
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout) == (status, b"")
