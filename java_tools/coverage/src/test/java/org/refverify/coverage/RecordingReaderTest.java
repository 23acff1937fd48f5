package org.refverify.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.coverage.RecordedProgram.method;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {
  private static final String PROGRAM =
      """
      package p;
      public class A {
        static int half(int n) { // 3: both ways
          return n > 0 ? 1 : 2;
        }
        public static void ran() {
          half(1);
        }
        public static void ranToo() {
          half(-1);
        }
        static void idle() {
          Runnable later = () -> half(0);
        }
        public static void lambda() {
          Runnable later = () -> {
            Runnable inner = () -> half(1);
            inner.run();
          };
          later.run();
        }
        public static void anonymous() {
          new Object() {
            class Member { int deep() { return half(3); } }
            int value() { return new Member().deep(); }
          }.value();
        }
        static class Inner {
          static int own() { return 1; }
        }
        @interface IAmGenerated {}
        @IAmGenerated
        public static void generated() {
          half(1);
        }
        @IAmGenerated
        static class Hidden {
          static void never() { half(1); }
        }
        static void twice(int n) { half(n); } static void twice(long n) { half(1); }
        public static void overload() {
          twice(1L);
        }
        public static void local() {
          class Local { int own() { return half(1); } }
          new Local().own();
        }
      }
      """;

  @TempDir Path folder;

  private RecordedProgram ran(String... calls) {
    return RecordedProgram.of(folder, PROGRAM, calls);
  }

  private static String lines(String method) {
    return method.substring(method.indexOf("\"lines\":") + 8, method.length() - 1);
  }

  @Test
  void linesCountInstructionsAndBranches() {
    String answer = ran("ran").read();
    assertEquals("[[4,5,6,1,2]]", lines(method(answer, "p.A", "half")));
    assertEquals("[[13,0,2,0,0],[14,0,1,0,0]]", lines(method(answer, "p.A", "idle")));
  }

  @Test
  void sessionsAddUpAndEachKnowsItsMethods() {
    String answer = ran("ran", "ranToo").read();
    assertEquals("[[4,6,6,2,2]]", lines(method(answer, "p.A", "half")));
    assertTrue(method(answer, "p.A", "half").contains("\"tests\":[0,1]"));
    assertTrue(method(answer, "p.A", "ranToo").contains("\"tests\":[1]"));
    assertTrue(answer.contains("\"tests\":[\"p.ATest#ran\",\"p.ATest#ranToo\"],\"silent\""));
  }

  @Test
  void lambdasBelongToTheMethodsAroundThem() {
    String answer = ran("lambda").read();
    assertTrue(
        method(answer, "p.A", "lambda$lambda$1")
            .contains("\"within\":[\"p.A#lambda$lambda$2()V\",\"p.A#lambda()V\"]"),
        answer);
    assertTrue(
        method(answer, "p.A", "lambda$idle$0").contains("\"within\":[\"p.A#idle()V\"]"), answer);
  }

  @Test
  void namedLocalClassesBelongToTheirMethod() {
    String own = method(ran("local").read(), "p.A$1Local", "own");
    assertTrue(own.contains("\"within\":[\"p.A#local()V\"]"), own);
    assertEquals("[[45,3,3,0,0]]", lines(own));
  }

  @Test
  void anonymousClassesBelongToTheirMethodAndNestedOnesToNone() {
    String answer = ran("anonymous").read();
    String within = "\"within\":[\"p.A#anonymous()V\"]";
    assertTrue(method(answer, "p.A$1", "value").contains(within), answer);
    assertTrue(method(answer, "p.A$1$Member", "deep").contains(within), answer);
    assertTrue(method(answer, "p.A$Inner", "own").contains("\"within\":[]"), answer);
  }

  @Test
  void annotationsHideNothing() {
    String answer = ran("generated").read();
    assertEquals("[[34,3,3,0,0],[35,1,1,0,0]]", lines(method(answer, "p.A", "generated")));
    assertEquals("[[38,0,4,0,0]]", lines(method(answer, "p.A$Hidden", "never")));
  }

  @Test
  void overloadsOnOneLineAreToldApart() {
    String answer = ran("overload").read();
    assertTrue(
        Pattern.compile("\"descriptor\":\"\\(I\\)V\"[^}]*\"lines\":\\[\\[40,0,4,0,0]]")
            .matcher(answer)
            .find(),
        answer);
    assertTrue(
        Pattern.compile("\"descriptor\":\"\\(J\\)V\"[^}]*\"lines\":\\[\\[40,4,4,0,0]]")
            .matcher(answer)
            .find(),
        answer);
  }

  @Test
  void expectedClassesOfWhichNothingRanAreSilent() {
    String answer = ran("ran").read("p.A", "p.A$Inner", "p.Absent");
    assertTrue(answer.contains("\"silent\":[\"p.A$Inner\"]"), answer);
  }

  @Test
  void otherClassFilesThanThoseThatRanAreUnmatched() throws IOException {
    byte[] data = ran("ran").recording();
    RecordedProgram other =
        RecordedProgram.of(folder, PROGRAM.replace("? 1 : 2", "? 3 : 4"), "ranToo");
    String answer = other.read(data);
    assertTrue(answer.contains("\"unmatched\":[\"p.A\"]"), answer);
    assertEquals("[[4,0,6,0,2]]", lines(method(answer, "p.A", "half")));
  }

  @Test
  void whatIsCutOffOrNoRecordingIsForged() {
    RecordedProgram program = ran("ran");
    byte[] data = program.recording();
    assertTrue(
        program.read(Arrays.copyOf(data, data.length - 1)).contains("it ends within a block"));
    assertTrue(
        program
            .read("<html>".getBytes(StandardCharsets.UTF_8))
            .contains("it does not begin as execution data does"));
  }

  @Test
  void anotherNumberOfProbesIsForged() throws IOException {
    RecordedProgram program = ran("ran");
    byte[] data = program.recording();
    int name = new String(data, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("\3p/A");
    byte[] shorter = data.clone();
    // The length after the name; the surplus bytes then differ from what follows.
    shorter[name + 4] = 1;
    String answer = program.read(shorter);
    assertTrue(answer.startsWith("{\"methods\":[]"), answer);
    assertTrue(!answer.endsWith("\"forged\":\"\"}"), answer);
  }

  @Test
  void withoutAnnotationsTheFiguresAreJacocosOwn() throws IOException {
    RecordedProgram program = ran("ran", "lambda", "anonymous", "overload");
    String answer = program.read();
    int compared = 0;
    for (IClassCoverage type : jacocos(program)) {
      if (type.getName().equals("p/A$Hidden")) {
        continue;
      }
      for (IMethodCoverage method : type.getMethods()) {
        if (method.getName().equals("twice")) {
          continue;
        }
        String ours = method(answer, type.getName().replace('/', '.'), method.getName());
        assertEquals(theirs(method), lines(ours), method.getName());
        compared++;
      }
    }
    assertTrue(compared > 12, "compared " + compared);
  }

  private static Iterable<IClassCoverage> jacocos(RecordedProgram program) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(new java.io.ByteArrayInputStream(program.recording()));
    CoverageBuilder builder = new CoverageBuilder();
    new Analyzer(loader.getExecutionDataStore(), builder)
        .analyzeAll(Files.createDirectories(program.classes()).toFile());
    return builder.getClasses();
  }

  private static String theirs(IMethodCoverage method) {
    StringBuilder text = new StringBuilder("[");
    for (int at = method.getFirstLine(); at <= method.getLastLine(); at++) {
      var line = method.getLine(at);
      if (line.getInstructionCounter().getTotalCount() > 0) {
        text.append(text.length() == 1 ? "" : ",");
        text.append(
            String.format(
                "[%d,%d,%d,%d,%d]",
                at,
                line.getInstructionCounter().getCoveredCount(),
                line.getInstructionCounter().getTotalCount(),
                line.getBranchCounter().getCoveredCount(),
                line.getBranchCounter().getTotalCount()));
      }
    }
    return text.append(']').toString();
  }
}
