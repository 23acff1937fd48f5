"""Files that code under test names: those of the platform can be read, no other, and none changes."""

from pathlib import Path

import pytest

from tests.support.fuzzed import fuzzed
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]


def test_a_file_of_nobody_else_is_read(tmp_path: Path, jdk: Jdk) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    body = f"""
      public int f(int n) throws java.io.IOException {{
        return %s + java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("{secret}")).length;
      }}"""

    found = fuzzed(body % "n", body % "(n + 1)", tmp_path, jdk, emit=False)

    assert found["verdict"] == "UNSUPPORTED"
    assert "java.nio.file.Files.readAllBytes" in found["unsupported"]


def test_a_missing_file_fails_as_it_does_and_is_not_made(tmp_path: Path, jdk: Jdk) -> None:
    missing = tmp_path / "missing"
    body = f"""
      public int f(int n) {{
        java.nio.file.Path path = java.nio.file.Paths.get("{missing}");
        try {{
          if (n == 1) new java.io.RandomAccessFile(path.toFile(), "rw").close();
          if (n == 2) java.nio.file.Files.newByteChannel(path,
              java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE);
          if (n == 3) java.nio.file.Files.newOutputStream(path).close();
          return java.nio.file.Files.newInputStream(path).read();
        }} catch (java.io.IOException failed) {{
          return %s;
        }}
      }}"""

    found = fuzzed(body % "n", body % "n == 77 ? 0 : n", tmp_path, jdk, emit=False)

    assert found["tags"] == ["return"]
    assert not missing.exists()


def test_a_file_of_the_platform_is_an_input(tmp_path: Path, jdk: Jdk) -> None:
    body = """
      public long f(java.nio.file.Path path) throws java.io.IOException {
        return java.nio.file.Files.size(path) %s;
      }"""

    found = fuzzed(body % "", body % "+ 1", tmp_path, jdk, executions=300, emit=False)

    assert found["tags"] == ["return"]
    assert '"java.home"' in found["witnesses"][0]["call"]
