"""Files that code under test names: none is read, made or changed."""

from pathlib import Path

import pytest

from tests.support.fuzzed import fuzz_members
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]


def test_a_file_that_is_there_is_not_read(tmp_path: Path, jdk: Jdk) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    body = f"""
      public int f(int n) throws java.io.IOException {{
        return %s + java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("{secret}")).length;
      }}"""

    found = fuzz_members(body % "n", body % "(n + 1)", tmp_path, jdk, emit=False)

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

    found = fuzz_members(body % "n", body % "n == 77 ? 0 : n", tmp_path, jdk, emit=False)

    assert found["tags"] == ["return"]
    assert not missing.exists()


def test_a_method_reference_reaches_no_file_either(tmp_path: Path, jdk: Jdk) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    body = f"""
      public int f(int n) {{
        java.util.function.Predicate<java.io.File> way = java.io.File::delete;
        return way.test(new java.io.File("{precious}")) ? n : %s;
      }}"""

    found = fuzz_members(body % "n", body % "n + 1", tmp_path, jdk, emit=False)

    assert found["verdict"] == "UNSUPPORTED"
    assert precious.read_text() == "mine"
