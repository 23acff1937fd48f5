"""`refverify mcp` without a host: the lines for one."""

import json
import sys
from pathlib import Path

import pytest

from verifier.cli.main import main


def test_the_lines_name_this_program_the_folders_by_whole_paths_and_the_runtime(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--allow", ".", "--runtime", "runsc"]
    assert main(["mcp", "--print-config", "vscode", *words]) == 0

    printed = capsys.readouterr()
    server = json.loads(printed.out)["servers"]["refverify"]
    assert Path(server["command"]) == Path(sys.executable).parent / "refverify"
    assert server["args"] == ["mcp", "--allow", str(tmp_path), "--runtime", "runsc"]
    assert printed.err == "into .vscode/mcp.json:\n"


def test_the_lines_need_no_sdk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)

    assert main(["mcp", "--print-config", "codex"]) == 0
    assert "[mcp_servers.refverify]" in capsys.readouterr().out
