package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.context.Project.list;
import static org.refverify.context.Project.lookedFor;
import static org.refverify.context.Project.methods;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.refverify.prover.compile.FolderTree;

/** Files as they occur: line ends, encodings, errors, missing names, sizes. */
class TextsTest {
  @Test
  void windowsLineEndsKeepLinesAndTexts() {
    Project project =
        Project.of(
            "package p;\r\nclass A {\r\n  /** Says it. */\r\n  void f() {\r\n    g();\r\n  }\r\n"
                + "  void g() {}\r\n}\r\n");

    Map<String, Object> caller = list(project.around("p.A#g()"), "callers").get(0);

    assertEquals(3, caller.get("start_line"));
    assertEquals(6, caller.get("end_line"));
    assertEquals(List.of(5), caller.get("lines"));
    assertEquals("/** Says it. */\r\n  void f() {\r\n    g();\r\n  }", caller.get("source"));
  }

  @Test
  void ofTheCommentsBeforeAMethodOnlyItsDocumentationBelongsToIt() {
    Project project =
        Project.of(
            """
            class A {
              int x; // about x
              // a banner
              /** Documentation. */
              // a remark
              @Deprecated
              void f() {}
              /* old: */ // void h() {}
              private void g() {}
            }
            """);

    assertEquals(
        "/** Documentation. */\n  // a remark\n  @Deprecated\n  void f() {}",
        ((Map<?, ?>) project.around("A#f()").get("method")).get("source"));
    assertEquals(
        "private void g() {}", ((Map<?, ?>) project.around("A#g()").get("method")).get("source"));
  }

  @Test
  void aFileThatIsNotUtf8IsReadByteByByte(@TempDir Path folder) throws Exception {
    byte[] text =
        "class A { String f() { return \"\u00e9\"; } }".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(folder.resolve("A.java"), text);
    ContextDesk desk = new ContextDesk();

    String told =
        desk.surroundings(
            new FolderTree(folder),
            List.of(lookedFor("A#f()", "A.java", 0)),
            List.of(),
            null,
            Project.PLENTY);

    assertTrue(told.contains("String f() { return \\\"\\u00e9\\\"; }"), told);
  }

  @Test
  void ofAFileThatDoesNotParseTheRestIsRead() {
    Project project =
        Project.of(
            """
            package p;
            class A {
              void f() { g(); }
              void broken() { int = ; }
              void g() { }
            }
            """);
    ReadFiles files = project.files();

    Map<String, Object> told = project.told(files, lookedFor("p.A#g()", "p/A.java", 0));

    assertEquals(List.of("p.A#f()V [3]"), methods(list(told, "methods").get(0), "callers"));
    assertTrue(files.read().get(0).hasSyntaxErrors());
  }

  @Test
  void aFileThatIsTooMuchForTheCompilerIsNotReadAndStopsNothing() {
    String deep = "f(".repeat(50_000) + "1" + ")".repeat(50_000);
    Project project =
        Project.of(
            "package p; class A { int f(int x) { return x; } int g() { return f(1); } }",
            "package p; class Deep extends A { int h() { return " + deep + "; } }");
    ReadFiles files = project.files();

    Map<String, Object> told = project.told(files, lookedFor("p.A#f(int)", "p/A.java", 0));

    assertEquals(List.of("p.A#g()I [1]"), methods(list(told, "methods").get(0), "callers"));
    assertEquals(1, files.notRead());
  }

  @Test
  void namesThatLeadNowhereAreCountedAndTakeTheirNameFromImports() {
    Project project =
        Project.of(
            """
            package p;
            import org.lib.Gone;
            class A {
              void f(Gone gone) { gone.call(); int x = 1; f(gone); }
            }
            """);
    ReadFiles files = project.files();

    Map<String, Object> told = project.told(files, lookedFor("p.A#f(Gone)", "p/A.java", 0));

    assertEquals(
        "(Lorg/lib/Gone;)V",
        ((Map<?, ?>) list(told, "methods").get(0).get("method")).get("descriptor"));
    assertEquals(
        "org.lib.Gone", list(list(told, "methods").get(0), "parameters").get(0).get("name"));
    // Types Gone, void and int; methods call and f; the variable gone, twice.
    assertEquals(7, files.read().get(0).asked());
    assertEquals(2, files.read().get(0).unresolved());
  }

  @Test
  void aMethodThatIsNotInItsFileIsMissing() {
    Project project = Project.of("class A { void f() {} }");

    Map<String, Object> told =
        project.told(
            project.files(), lookedFor("A#f(int)", "A.java", 0), lookedFor("B#f()", "B.java", 0));

    assertEquals(List.of("A#f(int)", "B#f()"), told.get("missing"));
  }

  @Test
  void aClassThatIsNamedOtherwiseIsFoundByItsLine() {
    Project project =
        Project.of(
            """
            class A {
              Runnable a = new Runnable() {
                public void run() { int one; }
              };
              Runnable b = new Runnable() {
                public void run() { int two; }
              };
            }
            """);

    Map<String, Object> told =
        project.told(project.files(), lookedFor("A.b.new Runnable#run()", "A.java", 6));

    assertEquals("A$2", ((Map<?, ?>) list(told, "methods").get(0).get("method")).get("class_name"));
  }

  @Test
  void listsAndTextsAreCutAndTheCutsAreTold() {
    Project project =
        Project.of(
                """
                class A {
                  void target() { }
                  void one() { target(); }
                  void two() { target(); }
                  void three() { target(); }
                }
                """)
            .within(new ReadingLimits(2, 12, 30, 200, 500));

    Map<String, Object> told = project.around("A#target()");

    assertEquals(List.of("A#one()V [3]", "A#two()V [4]"), methods(told, "callers"));
    assertEquals(Map.of("callers", 1), told.get("left_out"));
    Map<?, ?> method = (Map<?, ?>) told.get("method");
    assertEquals("void target(", method.get("source"));
    assertEquals(5, method.get("source_left_out"));
    assertEquals("void one() {", list(told, "callers").get(0).get("source"));
    assertEquals("void t", list(told, "callers").get(1).get("source"));
    assertEquals(18, list(told, "callers").get(1).get("source_left_out"));
  }

  @Test
  void noMoreFilesAreReadThanAllowedTheNearestFirst() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("p/A.java", "package p; public class A { public void target() {} }");
    texts.put("q/B.java", "package q; class B { void far(p.A a) { a.target(); } }");
    texts.put("p/C.java", "package p; class C { void near(A a) { a.target(); } }");
    Project project = Project.ofFiles(texts).within(new ReadingLimits(20, 100, 1000, 2, 500));
    ReadFiles files = project.files();

    Map<String, Object> told = project.told(files, lookedFor("p.A#target()", "p/A.java", 0));

    assertEquals(List.of("p.C#near(Lp/A;)V [1]"), methods(list(told, "methods").get(0), "callers"));
    assertEquals(1, files.notRead());
  }

  @Test
  void aSecondFileOfTheSameTypeIsNotRead() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("one/src/p/A.java", "package p; class A { void f() {} }");
    texts.put("two/src/p/A.java", "package p; class A { void f() {} void g() { f(); } }");
    Project project = Project.ofFiles(texts);

    Map<String, Object> told = project.around("p.A#f()", "one/src/p/A.java");

    assertEquals(List.of(), methods(told, "callers"));
  }
}
