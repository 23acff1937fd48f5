"""The benchmark samples methods by the names that the fuzzing engine gives them."""

from pathlib import Path

from bench.class_members import members
from verifier.tools import process
from verifier.tools.jdk import usual_jdk

SOURCE = """package p;
public abstract class Outer<T> {
  static int count;
  static { count = 1; }
  public Outer(int a) {}
  protected abstract void open();
  private void hidden() {}
  int[] both(String[] a, long b) throws java.io.IOException { return null; }
  static final class Inner { char last() { return 'a'; } }
}
"""


def test_methods_with_code_that_are_not_private_are_listed(tmp_path: Path) -> None:
    source = tmp_path / "Outer.java"
    source.write_text(SOURCE)
    jdk = usual_jdk()
    process.check([jdk.home / "bin" / "javac", "-d", tmp_path / "classes", source])

    found = members(tmp_path / "classes", jdk)

    assert [member.name for member in found] == [
        "p.Outer#<init>(I)V",
        "p.Outer#both([Ljava/lang/String;J)[I",
        "p.Outer$Inner#<init>()V",
        "p.Outer$Inner#last()C",
    ]
    assert {member.outermost for member in found} == {"p.Outer"}
