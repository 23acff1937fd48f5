package org.refverify.prover.compile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.compile.Trees.tree;
import static org.refverify.prover.compile.Trees.version;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class SourceVersionTest {
  private static final String MAIN = "src/main/java/a/Main.java";

  @Test
  void onlyTheNamedFilesBecomeClasses() {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; public class Main { int twice() { return new Other().two(); } }",
                "src/main/java/a/Other.java",
                "package a; class Other { int two() { return 2; } }"),
            MAIN);
    assertEquals(Set.of("a/Main"), version.compiled().classes().keySet());
    assertEquals(Set.of(), version.compiled().unresolved());
  }

  @Test
  void otherFilesBecomeClassesWhenTheyAreAskedFor() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; class Main { static int run() { return Other.two() + Other.Inner.THREE;"
                    + " } }",
                "src/main/java/a/Other.java",
                "package a; class Other { static int two() { return 2; } static class Inner {"
                    + " static int THREE = 3; } }"),
            MAIN);
    assertNotNull(version.compiled().world().find("a/Other$Inner"));
    assertNull(version.compiled().world().find("a/Nothing"));
    assertEquals(5, new Loaded(version.compiled()).call("a.Main", "run"));
  }

  @Test
  void constantsOfOtherFilesAreFolded() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; class Main { static String run() { return \"<\" + Names.ONE + \">\"; }"
                    + " }",
                "src/main/java/a/Names.java",
                "package a; class Names { static final String ONE = \"o\" + Names.REST; static"
                    + " final String REST = \"ne\"; }"),
            MAIN);
    assertEquals("<one>", new Loaded(version.compiled()).call("a.Main", "run"));
  }

  @Test
  void secondTypesOfAFileAreFound() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; class Main { static int run() { return Second.two(); } }",
                "src/main/java/a/First.java",
                "package a; /* class Third */ @Deprecated class First {} class Second { static int"
                    + " two() { return 2; } }"),
            MAIN);
    assertEquals(2, new Loaded(version.compiled()).call("a.Main", "run"));
  }

  @Test
  void aMethodThatDoesNotCompileThrowsAndItsNeighboursRun() throws Throwable {
    Loaded classes =
        new Loaded(
            version(
                    tree(
                        MAIN,
                        "package a; class Main { static int one() { return missing(); } static int"
                            + " two() { return 2; } }"),
                    MAIN)
                .compiled());
    assertEquals(2, classes.call("a.Main", "two"));
    Error error = assertThrows(Error.class, () -> classes.call("a.Main", "one"));
    assertTrue(error.getMessage().startsWith("Unresolved compilation"), error.getMessage());
  }

  @Test
  void anUnusedMissingImportIsNothing() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; import x.y.Gone; import static x.Q.z; class Main { static int run() {"
                    + " return 1; } }"),
            MAIN);
    assertEquals(Set.of(), version.compiled().unresolved());
    assertEquals(1, new Loaded(version.compiled()).call("a.Main", "run"));
  }

  @Test
  void aMissingAnnotationIsKeptWithItsText() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                """
                package a;
                import x.y.Fragile;
                import x.y.*;
                class Main {
                  @Fragile(since = 3,
                      why = "\\"so\\"") @Checked static int run(@Fragile int... a) { @Fragile int b = line(); return b; }
                  static int line() { return new Throwable().getStackTrace()[0].getLineNumber(); }
                  static int run() { return run(new int[0]); }
                }
                """),
            MAIN);
    assertEquals(Set.of(), version.compiled().unresolved());
    Loaded classes = new Loaded(version.compiled());
    assertEquals(7, classes.call("a.Main", "run"));
    assertEquals(
        List.of("@ Fragile<x.y.Fragile> ( since = 3 , why = \"\\\"so\\\"\" )", "@ Checked<x.y>"),
        annotations(version.compiled().classes().get("a/Main"), "run", "([I)I"));
  }

  private static List<Object> annotations(byte[] bytes, String name, String descriptor) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    return node.methods.stream()
        .filter(method -> method.name.equals(name) && method.desc.equals(descriptor))
        .flatMap(method -> method.visibleAnnotations.stream())
        .map(annotation -> annotation.values.get(1))
        .toList();
  }

  @Test
  void aMissingTypeInCodeIsNamed() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; import x.y.Gone; class Main { static Gone<String> kept; static int"
                    + " run() { return kept == null ? 1 : 2; } static int use() { return"
                    + " kept.size(); } }"),
            MAIN);
    assertEquals(Set.of("x/y/Gone"), version.compiled().unresolved());
    Loaded classes = new Loaded(version.compiled());
    assertThrows(Error.class, () -> classes.call("a.Main", "use"));
    assertEquals(1, classes.call("a.Main", "run"));
  }

  @Test
  void aMissingSupertypeIsNamed() throws Throwable {
    SourceVersion imported =
        version(
            tree(
                MAIN,
                "package a; import x.Above; class Main implements Above { @Override public int m()"
                    + " { return 1; } }"),
            MAIN);
    assertEquals(Set.of("x/Above"), imported.compiled().unresolved());
    String code = new String(imported.compiled().classes().get("a/Main"), ISO_8859_1);
    assertFalse(code.contains("Unresolved compilation"), code);
    SourceVersion plain =
        version(
            tree(
                MAIN,
                "package a; class Main extends Middle { int m() { return 1; } }",
                "src/main/java/a/Middle.java",
                "package a; class Middle extends Generated { }"),
            MAIN);
    assertEquals(Set.of("Generated"), plain.compiled().unresolved());
  }

  @Test
  void aMissingTypeOfAMissingPackageIsNamed() throws Throwable {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; import java.util.*; import x.y.*; class Main { Gone gone; static int"
                    + " run() { return new ArrayList<String>().size(); } }"),
            MAIN);
    assertEquals(Set.of("x/y/Gone"), version.compiled().unresolved());
    assertEquals(0, new Loaded(version.compiled()).call("a.Main", "run"));
  }

  @Test
  void aMissingStaticImportIsNamedWhereItsNameIsUsed() {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; import static x.Asserts.same; class Main { static void run() { same(1,"
                    + " 2); } }"),
            MAIN);
    assertEquals(Set.of("x/Asserts/same"), version.compiled().unresolved());
  }

  @Test
  void aFileThatGivesNoClassIsComparedAsAFile() {
    SourceVersion version =
        version(
            tree(
                MAIN,
                "package a; class Main {}",
                "src/other/java/a/Main.java",
                "package a; class Main { int x; }"),
            MAIN,
            "src/other/java/a/Main.java");
    assertEquals(Set.of("src/other/java/a/Main.java"), version.compiled().otherFiles().keySet());
  }

  @Test
  void namesAreFoundAsWords() {
    SourceVersion version =
        version(
            tree(
                "a/A.java",
                "class A { void m() { total(); } }",
                "a/B.java",
                "class B { int totals; }"));
    assertEquals(Set.of("a/A.java"), version.mentioning(Set.of("total")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package a; class Main { } class Main { static { System.exit(1); } }",
        "package a; class Main { class I { } class I { static { System.exit(1); } } }",
        "package a; class Main { int x = ; class Main { static { System.exit(1); } } }"
      })
  void aFileWithAClassThatIsThereTwiceIsComparedAsText(String text) {
    SourceVersion version = version(tree(MAIN, text), MAIN);

    assertEquals(Set.of(MAIN), version.compiled().otherFiles().keySet());
  }
}
