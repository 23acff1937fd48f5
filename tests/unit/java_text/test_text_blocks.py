"""A text block is written as the string literal with the same value."""

import shutil
import subprocess
from pathlib import Path

import pytest

from verifier.java_text.text_blocks import without_text_blocks

BLOCKS = {
    "two lines": ('"""\n    a\n      b"""', r'"a\n  b"'),
    "the closing quotes decide": ('"""\n    a\n  """', r'"  a\n"'),
    "blank lines": ('"""\n    a\n\n  \t\n    b\n    """', r'"a\n\n\nb\n"'),
    "blanks at the end": ('""" \t\n    a  \n    b\\040\\s\n    """', r'"a\nb\040\s\n"'),
    "quotes": ('"""\n    a "b" \\"""c" \\\\"\n    """', r'"a \"b\" \"\"\"c\" \\\"\n"'),
    "joined lines": ('"""\n    a \\\n    b"""', '"a b"'),
    "tabs": ('"""\n\t\ta\n\t b\n\tc"""', '"\ta\\n b\\nc"'),
    "line breaks of Windows": ('"""\r\n    a\r\n    b"""', r'"a\nb"'),
    "empty": ('"""\n    """', '""'),
}


@pytest.mark.parametrize(("block", "literal"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_becomes_a_literal(block: str, literal: str) -> None:
    assert without_text_blocks(f"f({block}, 1);") == f"f({literal}, 1);"


@pytest.mark.parametrize(
    "code", ['f("", "a");', '// """\nf();', 'f("""\n    \\u0022""");', 'f("""a");', ""]
)
def test_other_code_stays(code: str) -> None:
    assert without_text_blocks(code) == code


@pytest.mark.skipif(shutil.which("java") is None, reason="only a JDK reads both as Java")
def test_java_gives_both_the_same_value(tmp_path: Path) -> None:
    pairs = "".join(f"same({block}, {literal});\n" for block, literal in BLOCKS.values())
    (tmp_path / "Same.java").write_text(
        "public class Same {\n static void same(String a, String b) {\n"
        "  if (!a.equals(b)) throw new AssertionError(a + '|' + b);\n }\n"
        f" public static void main(String[] words) {{\n{pairs} }}\n}}\n",
        newline="",
    )

    ran = subprocess.run(
        ["java", str(tmp_path / "Same.java")], capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stderr
