"""Our figures of a recording are those of JaCoCo's own XML report, method by method, on projects of each strategy."""

import shutil
from pathlib import Path

import pytest

from bench.jacoco_report import GENERATED, UNEXPLAINED, command_line, compare, differences, theirs
from tests.integration.test_coverage import BASE, FILES, GRADLE, SHOP, open_folder
from tests.support import maven_subject
from verifier.analysis.pool import AnalysisPool
from verifier.builds.options import StrategyChoice
from verifier.sandbox.base import Sandbox

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

JUNIT4 = {
    "pom.xml": maven_subject.JUNIT4,
    # The annotation would hide the method from JaCoCo.
    SHOP: BASE.replace("  @Generated\n", ""),
    "src/main/java/p/Shapes.java": """package p;
import java.util.*;
public enum Shapes {
  ROUND { int corners() { return 0; } }, SQUARE;
  static final Map<String, Integer> KNOWN = new HashMap<>();
  static { for (Shapes each : values()) { KNOWN.put(each.name(), each.corners()); } }
  int corners() { return 4; }
  static String told(Object any) {
    try (java.io.StringReader text = new java.io.StringReader(String.valueOf(any))) {
      switch (String.valueOf(any)) {
        case "a": return "first";
        case "b": case "c": return "others";
        default: return text.read() > 0 && any != null ? "more" : "none";
      }
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    } finally {
      KNOWN.remove("x");
    }
  }
  interface Named { default String name() { return ((Object) this).toString(); } }
  private static <T extends Comparable<T>> T larger(T one, T other) { return one.compareTo(other) > 0 ? one : other; }
  static int most(List<Integer> all) { return all.stream().reduce(Shapes::larger).orElseGet(() -> -1); }
}
""",
    "src/test/java/p/ShapesTest.java": """package p;
import static org.junit.Assert.*;
import java.util.*;
import org.junit.Test;
public class ShapesTest {
  @Test public void tells() {
    assertEquals("others", Shapes.told("c"));
    assertEquals("more", Shapes.told(7));
    assertEquals(Integer.valueOf(0), Shapes.KNOWN.get("ROUND"));
  }
  @Test public void finds() { assertEquals(9, Shapes.most(Arrays.asList(3, 9, 4))); }
  @Test public void names() { assertNotNull(new Shapes.Named() { }.name()); }
}
""",
}


@pytest.fixture(scope="module")
def jar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return command_line(tmp_path_factory.mktemp("jacoco"))


@pytest.mark.parametrize("choice", [StrategyChoice.DIRECT, StrategyChoice.MAVEN])
def test_every_method_has_the_figures_of_the_report(
    sandbox: Sandbox,
    analysis: AnalysisPool,
    jar: Path,
    tmp_path: Path,
    shared_cache: Path,
    *,
    choice: StrategyChoice,
) -> None:
    subject = open_folder(tmp_path, JUNIT4, sandbox, choice, shared_cache)

    found = compare(subject.builder, analysis, jar, project="shapes")

    assert found.examples == ()
    assert found.equal == found.methods
    assert (found.methods, found.ran) == (24, 13)


def test_what_an_annotation_hides_from_the_report_is_the_only_difference(
    sandbox: Sandbox, analysis: AnalysisPool, jar: Path, tmp_path: Path, shared_cache: Path
) -> None:
    subject = open_folder(tmp_path, FILES, sandbox, StrategyChoice.DIRECT, shared_cache)

    found = compare(subject.builder, analysis, jar, project="shop")

    assert found.examples == (f"{GENERATED}: p.Shop#made([I)I",)
    assert found.equal == found.methods - 1


@pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine")
def test_a_gradle_project_has_the_figures_of_the_report(
    sandbox: Sandbox, analysis: AnalysisPool, jar: Path, tmp_path: Path, shared_cache: Path
) -> None:
    files = {**GRADLE, SHOP: JUNIT4[SHOP]}
    subject = open_folder(tmp_path, files, sandbox, StrategyChoice.GRADLE, shared_cache)

    found = compare(subject.builder, analysis, jar, project="gradle")

    assert (found.examples, found.strategy) == ((), "gradle")
    assert found.equal == found.methods > 8


def test_a_difference_is_named_and_never_passed_over() -> None:
    report = theirs(
        b'<?xml version="1.0"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD" "report.dtd">'
        b'<report name="x"><package name="p"><class name="p/A"><method name="m" desc="()V">'
        b'<counter type="INSTRUCTION" missed="1" covered="2"/>'
        b'<counter type="LINE" missed="0" covered="1"/></method></class></package></report>'
    )

    assert report == {"p.A#m()V": ((2, 3), (0, 0), (1, 1))}
    more = {**report, "p.A#n()V": ((1, 1), (0, 0), (1, 1))}
    other = {"p.A#m()V": ((3, 3), (0, 0), (1, 1))}
    assert differences(report, report, {}) == {}
    assert differences(more, report, {}) == {"p.A#n()V": UNEXPLAINED}
    assert differences(other, report, {}) == {"p.A#m()V": UNEXPLAINED}
    assert differences(more, report, {"p/A.class": b"Lp/Generated;"}) == {"p.A#n()V": GENERATED}
