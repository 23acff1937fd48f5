package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AbiTest {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** Shared by all, because it is costly to read the platform's classes. */
  private static final StandardJavaFileManager FILES =
      JAVAC.getStandardFileManager(null, null, null);

  private static final String TYPE_USE =
      "@java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) @interface U { } ";

  @TempDir Path folder;
  private int compilations;

  static Stream<Arguments> whatOthersCannotSee() {
    return Stream.of(
        arguments(
            "a body", "class A { int f() { return 1; } }", "class A { int f() { return 2; } }"),
        arguments(
            "a private method",
            "class A { int f() { return 1; } }",
            "class A { int f() { return g(); } private int g() { return 1; } }"),
        arguments("a private field", "class A { }", "class A { private int n; }"),
        arguments(
            "a parameter's name", "class A { void f(int a) { } }", "class A { void f(int b) { } }"),
        arguments("the place in the file", "class A { int n; }", "\n\n// n\nclass A { int n; }"),
        arguments(
            "an anonymous class",
            "class A { Object f() { return null; } }",
            "class A { Object f() { return new Object() { public int n; }; } }"),
        arguments(
            "what a nested class reaches",
            "class A { private int n; class B { } }",
            "class A { private int n; class B { private int f() { return n++; } } }"),
        arguments("what runs first", "class A { }", "class A { static { System.gc(); } }"),
        arguments(
            "an assertion",
            "class A { void f(int n) { } }",
            "class A { void f(int n) { assert n > 0; } }"),
        arguments(
            "what a lambda says",
            "class A { Runnable f() { return () -> { }; } }",
            "class A { Runnable f() { return () -> System.gc(); } }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whatOthersCannotSee")
  void isTheSameWhere(String what, String before, String after) throws IOException {
    assertEquals(abi(before), abi(after));
  }

  static Stream<Arguments> whatOthersCanSee() {
    return Stream.of(
        arguments("a method more", "class A { }", "class A { void f() { } }"),
        arguments("its result", "class A { void f() { } }", "class A { int f() { return 1; } }"),
        arguments(
            "its exceptions",
            "class A { void f() { } }",
            "class A { void f() throws java.io.IOException { } }"),
        arguments("its access", "class A { void f() { } }", "class A { protected void f() { } }"),
        arguments(
            "that it was private", "class A { private void f() { } }", "class A { void f() { } }"),
        arguments(
            "its generic signature",
            "class A { void f(java.util.List<String> l) { } }",
            "class A { void f(java.util.List<Integer> l) { } }"),
        arguments(
            "a constant's value",
            "class A { static final int N = 1; }",
            "class A { static final int N = 2; }"),
        arguments(
            "a constant's type",
            "class A { static final int N = 1; }",
            "class A { static final long N = 1; }"),
        arguments("a superclass", "class A { }", "class A extends Thread { }"),
        arguments("an interface", "class A { }", "abstract class A implements Runnable { }"),
        arguments(
            "an annotation", "class A { void f() { } }", "class A { @Deprecated void f() { } }"),
        arguments(
            "an annotation's value",
            "class A { @SafeVarargs static <T> void f(T... t) { } }",
            "class A { static <T> void f(T... t) { } }"),
        arguments(
            "the default of an annotation's element",
            "@interface A { int n() default 1; }",
            "@interface A { int n() default 2; }"),
        arguments("a nested class", "class A { }", "class A { class B { } }"),
        arguments(
            "a nested class's access",
            "class A { private class B { } }",
            "class A { class B { } }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whatOthersCanSee")
  void isAnotherByWhatOthersCanSee(String what, String before, String after) throws IOException {
    assertNotEquals(abi(before), abi(after));
  }

  @Test
  void whatIsNotUnderstoodIsNotCompared() throws IOException {
    assertNull(abi("record A(int n) { }").get("A"));
    assertNull(abi(TYPE_USE + "class A { @U String s; }").get("A"));
    assertNotNull(abi(TYPE_USE + "class A { private @U String s; }").get("A"));
  }

  @Test
  void localAndAnonymousClassesAreNobodysToName() throws IOException {
    assertEquals(
        Set.of("p/A", "p/A$In"),
        abi("package p; class A { class In { } void f() { class Local { } new Object() { }; } }")
            .keySet());
  }

  @Test
  void aClassFileSaysWhereItCameFrom() throws IOException {
    compile("class A { }");
    ClassFile file = Abi.read(folder.resolve("out0/A.class").toFile());
    assertEquals("A", file.name());
    assertEquals("Source.java", file.source());
    assertEquals("class 32 A extends java/lang/Object\nmethod 0 <init> ()V\n", file.abi());
  }

  @ParameterizedTest
  @CsvSource({
    "p/A.class,         p/A",
    "p/A$B.class,       p/A",
    "p/A$B$1.class,     p/A",
    "p/$A.class,        p/$A",
    "p/$A$B.class,      p/$A",
    "A.class,           A",
  })
  void theTopLevelClassStandsBeforeTheFirstDollar(String path, String topLevel) {
    File root = new File("out");
    assertEquals(topLevel, Abi.topLevel(root, new File(root, path)));
  }

  private Map<String, String> abi(String source) throws IOException {
    Map<String, String> found = new TreeMap<>();
    Abi.of(Abi.classes(compile(source))).forEach((name, file) -> found.put(name, file.abi()));
    return found;
  }

  private File compile(String text) throws IOException {
    Path source = Files.writeString(folder.resolve("Source.java"), text);
    Path out = Files.createDirectory(folder.resolve("out" + compilations++));
    FILES.setLocation(StandardLocation.CLASS_OUTPUT, List.of(out.toFile()));
    List<String> options = List.of("-Xlint:none", "-proc:none");
    var sources = FILES.getJavaFileObjects(source);
    assertTrue(JAVAC.getTask(null, FILES, null, options, null, sources).call());
    return out.toFile();
  }
}
