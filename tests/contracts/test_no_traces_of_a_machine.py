"""The tree names no machine: no folder of it, no mirror, no registry."""

import getpass
import re
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

KNOWN_HOSTS = {
    "127.0.0.1",
    "agent-plugins.org",
    "api.openai.com",
    "cwiki.apache.org",
    "docs.astral.sh",
    "github.com",
    "gvisor.dev",
    "in-toto.io",
    "json-schema.org",
    "json.schemastore.org",
    "katacontainers.io",
    "keepachangelog.com",
    "localhost",
    "maven.apache.org",
    "semver.org",
    "static.modelcontextprotocol.io",
    "www.apache.org",
    "www.w3.org",
}
LICENCES = ("LICENSE", "verifier/resources/licences/")
RESERVED = re.compile(r"(^|\.)(example(\.(org|com|net))?|invalid|test)$")


def read_tracked_texts() -> list[tuple[str, str]]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=ROOT, capture_output=True, check=True
    )
    names = [n for n in listed.stdout.decode().split("\0") if n]
    if not names:
        pytest.fail("git lists no files")
    texts = []
    for name in names:
        path = ROOT / name
        raw = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        if b"\0" not in raw:
            texts.append((name, raw.decode("utf-8", "replace")))
    return texts


def test_no_file_names_this_machine_or_its_folders() -> None:
    home = str(Path.home())
    words = {f"{ROOT}/", f"{home}/", *(f"/{n}/{getpass.getuser()}/" for n in ("home", "Users"))}
    host = socket.gethostname()
    if re.search(r"[\d.-]", host) and len(host) > 6:
        words.add(host)
    found = [(name, word) for name, text in read_tracked_texts() for word in words if word in text]
    assert found == []


def test_every_address_is_one_of_the_known_public_ones() -> None:
    address = re.compile(r"\b(?:https?|git|ssh)://(?:[^\s/@]*@)?([A-Za-z0-9.-]+)")
    found = {
        (name, host)
        for name, text in read_tracked_texts()
        if not name.startswith(LICENCES)
        for host in address.findall(text)
        if host not in KNOWN_HOSTS and not RESERVED.search(host)
    }
    assert found == set()


def test_the_pinned_versions_carry_hashes_and_no_address() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert re.search(r"^\s*--(index|extra|find|trusted)", text, re.MULTILINE) is None
    pins = re.findall(
        r"^[a-z0-9][\w.-]*==\S+(?: ; [^\\]+)? \\\n(?=    --hash=sha256:)", text, re.MULTILINE
    )
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) > 40
