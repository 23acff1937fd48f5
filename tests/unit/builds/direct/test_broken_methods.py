"""Breaking a method in a class file: real class files, run by a real JVM."""

import subprocess
from pathlib import Path

import pytest

from tests.support.short_lived import JAVAC_OPTIONS
from verifier.builds.direct.broken_methods import break_some, with_broken_method

SOURCE = """package p;
public class T {
  static long wide = 1L << 40;
  static double real = 2.5;
  public static void main(String[] words) throws Exception {
    for (String word : words) {
      try {
        T.class.getDeclaredMethod(word).invoke(new T());
        System.out.println(word + " returned");
      } catch (java.lang.reflect.InvocationTargetException e) {
        System.out.println(word + " threw " + e.getCause());
      }
    }
  }
  void empty() { }
  void loops() throws Exception {
    try {
      for (int i = 0; i < 3; i++) { wide += i; }
    } catch (RuntimeException e) { real = 0; }
  }
  static void ofTheClass() { }
  void overloaded() { }
  void overloaded(int any) { }
  void withParameter(int any) { }
  int withResult() { return 1; }
}
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("classes")
    (folder / "T.java").write_text(SOURCE)
    subprocess.run(["javac", *JAVAC_OPTIONS, "-d", str(folder), str(folder / "T.java")], check=True)
    return (folder / "p" / "T.class").read_bytes()


def ran(content: bytes, folder: Path, *methods: str) -> list[str]:
    (folder / "p").mkdir()
    (folder / "p" / "T.class").write_bytes(content)
    words = ["java", "-Xverify:all", "-cp", str(folder), "p.T", *methods]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_broken_method_throws_the_word_and_the_others_stay(
    compiled: bytes, tmp_path: Path
) -> None:
    once = with_broken_method(compiled, "loops", "w0rd")
    assert once is not None
    twice = with_broken_method(once, "ofTheClass", "other")
    assert twice is not None

    assert ran(twice, tmp_path, "empty", "loops", "ofTheClass") == [
        "empty returned",
        "loops threw java.lang.AssertionError: w0rd",
        "ofTheClass threw java.lang.AssertionError: other",
    ]


@pytest.mark.parametrize(
    "method", ["overloaded", "withParameter", "withResult", "missing", "<init>"]
)
def test_what_is_no_single_method_without_parameters_stays(compiled: bytes, method: str) -> None:
    made = with_broken_method(compiled, method, "w")

    assert made is None or method == "<init>"


@pytest.mark.parametrize("content", [b"", b"\xca\xfe\xba\xbe", b"no class at all" * 9])
def test_what_is_not_understood_stays(content: bytes) -> None:
    assert with_broken_method(content, "empty", "w") is None


def test_the_seed_decides_which_are_broken(compiled: bytes) -> None:
    classes = {"p/T.class": compiled, "p/X.class": b"x"}
    among = ["p.T#empty", "p.T#loops", "p.T#ofTheClass", "p.T#empty[1]", "p.X#x", "p.Gone#x"]

    seen = {
        break_some(classes, among, seed=str(seed), most=1, word="w").tests for seed in range(20)
    }
    everything = break_some(classes, among, seed="a", most=9, word="w")

    assert seen == {("p.T#empty",), ("p.T#loops",), ("p.T#ofTheClass",)}
    assert break_some(classes, among, seed="a", most=1, word="w").tests in seen
    assert everything.tests == ("p.T#empty", "p.T#loops", "p.T#ofTheClass")
    assert everything.classes["p/X.class"] == b"x"
