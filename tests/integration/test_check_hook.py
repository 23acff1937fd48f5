"""`check --hook` as a host calls it: a change that is refuted sends the agent back, once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.shop import SHOP
from verifier.cli.main import main

PLUGIN_HOOKS = Path(__file__).parents[2] / "plugins/refverify/hooks/hooks.json"
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


UVX = f"""#!/bin/sh
[ -z "$BROKEN_UV" ] || exit 2
while [ "${{1#--}}" != "$1" ]; do shift; done
shift
exec {Path(sys.executable).parent / "refverify"} "$@"
"""
"""As uvx does: leave out its own options and the name of the tool, and run the tool."""


def test_the_plugin_s_hook_sends_back_once_and_a_failure_of_uv_never(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    (command,) = [
        hook["command"]
        for group in json.loads(PLUGIN_HOOKS.read_text(encoding="utf-8"))["hooks"]["Stop"]
        for hook in group["hooks"]
    ]
    shop = make_repository("shop")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    shop.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    file = shop.path / PRICES
    file.write_text(file.read_text().replace('return "EUR "', 'return missing + "EUR "'))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "uvx").write_text(UVX)
    (tmp_path / "bin" / "uvx").chmod(0o755)

    def stop(*, again: bool, **more: str) -> "subprocess.CompletedProcess[str]":
        call = {"hook_event_name": "Stop", "cwd": str(shop.path), "stop_hook_active": again}
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            ["sh", "-c", command],
            input=json.dumps(call),
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "REFVERIFY_CACHE": str(tmp_path / "cache"), **more},
            check=False,
        )

    first, second = stop(again=False), stop(again=True)
    assert (first.returncode, first.stdout) == (2, ""), first.stderr
    assert first.stderr.startswith("refverify check: this change fails (level static)")
    assert (second.returncode, second.stdout) == (0, "{}\n"), second.stderr
    assert stop(again=False, BROKEN_UV="yes").returncode == 0


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
