package org.refverify.references;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewReferencesTest {
  private static final String BASE =
      """
      // A.java
      class A {
        int sum(int[] values) {
          int sum = 0;
          for (int value : values) sum += value;
          return sum;
        }
      }
      """;

  private static List<String> with(String code) {
    return Sides.refused(
        BASE,
        """
        // A.java
        class A {
          int sum(int[] values) throws Throwable {
            %s
            int sum = 0;
            for (int value : values) sum += value;
            return sum;
          }
        }
        """
            .formatted(code));
  }

  @Test
  void extractedCodeNamesNothingNew() {
    List<String> found =
        Sides.differences(
            BASE,
            """
            // A.java
            class A {
              int sum(int[] values) { return total(values, 0); }
              private int total(int[] values, int sum) {
                for (int value : values) sum += value;
                return sum;
              }
            }
            """);

    assertEquals(List.of(), found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          System.exit(0);                                        | system
          Runtime.getRuntime().halt(0);                          | processes
          new ProcessBuilder("x").start();                       | processes
          Runnable r = Runtime.getRuntime()::gc;                 | processes
          new java.io.FileInputStream("/proc/self/mem").read();  | files
          new java.io.RandomAccessFile("x", "r").seek(1);        | files
          new java.util.Formatter("x").close();                  | files
          new java.io.PrintStream("x").close();                  | files
          java.nio.file.Files.exists(null);                      | files
          Class.forName("x");                                    | class-loading
          getClass().getResourceAsStream("x");                   | class-loading
          java.util.ServiceLoader.load(A.class);                 | class-loading
          getClass().getDeclaredMethods();                       | reflection
          java.lang.invoke.MethodHandles.lookup();               | reflection
          System.getProperty("java.class.path");                 | system
          System.getenv();                                       | system
          Boolean.getBoolean("x");                               | system
          new Thread().start();                                  | threads
          java.util.concurrent.Executors.newCachedThreadPool();  | threads
          javax.crypto.Mac.getInstance("x");                     | cryptography
          new java.net.Socket();                                 | network
          java.util.Locale.setDefault(null);                     | defaults
          java.util.TimeZone.setDefault(null);                   | defaults
          new Error().getStackTrace();                           | call-stack
          StackWalker.getInstance();                             | call-stack
          ClassLoader.getSystemClassLoader();                    | class-loading
          new jdk.jfr.Recording();                               | internals
          java.lang.management.ManagementFactory.getThreadMXBean(); | management
          java.security.Security.getProviders();                 | security
          """)
  void powerIsRefusedByItsGroup(String code, String group) {
    List<String> found = with(code);

    assertEquals(List.of("reference " + group), starts(found).stream().distinct().toList(), code);
  }

  private static List<String> starts(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.indexOf(':'))).toList();
  }

  @Test
  void aFindingNamesMemberAndSourceLine() {
    assertEquals(
        List.of("reference system: java.lang.System.exit(int) at A.java:3"),
        with("System.exit(0);"));
  }

  @Test
  void whatAddsNoPowerIsOnlyListed() {
    List<String> found =
        Sides.differences(
            BASE, BASE.replace("int sum = 0;", "int sum = java.util.Objects.hash(values) * 0;"));

    assertEquals(
        List.of(
            "reference : java.util.Objects at A.java:3",
            "reference : java.util.Objects.hash(java.lang.Object[]) at A.java:3"),
        found);
  }

  @Test
  void elementsOfAnArrayOfUnknownTypeAndBitsOfModifiersGiveNoPower() {
    String code =
        "Object o = values; sum(new int[java.lang.reflect.Array.getLength(o)]);"
            + " java.lang.reflect.Modifier.isStatic(getClass().getModifiers());";

    assertEquals(List.of(), with(code));
  }

  @Test
  void anEnumAndItsConstantsGiveNoPowerButItsMethodsDo() {
    assertEquals(List.of(), with("Object o = java.nio.file.StandardCopyOption.REPLACE_EXISTING;"));
    assertEquals(
        List.of(
            "reference files: java.nio.file.StandardCopyOption.valueOf(java.lang.String) at"
                + " A.java:3"),
        with("Object o = java.nio.file.StandardCopyOption.valueOf(\"x\");"));
    // Its type is its own class, but it is not an enum.
    assertEquals(
        List.of(
            "reference files: java.io.FileDescriptor at A.java:3",
            "reference files: java.io.FileDescriptor.out at A.java:3"),
        with("Object o = java.io.FileDescriptor.out;"));
  }

  @Test
  void powerMayMoveBetweenChangedClasses() {
    String before =
        """
        // A.java
        class A { void end() { System.exit(1); } }
        // B.java
        class B { void x() {} }
        """;
    String after =
        """
        // A.java
        class A { void end() { new B().end(); } }
        // B.java
        class B { void x() {} void end() { System.exit(1); } }
        """;

    assertEquals(List.of(), Sides.differences(before, after));
  }

  @Test
  void powerOfAnUnchangedClassIsNewInAnother() {
    String before =
        """
        // A.java
        class A { void end() { System.exit(1); } }
        // B.java
        class B { void x() {} }
        """;
    String after = before.replace("void x() {}", "void x() { System.exit(0); }");

    assertEquals(
        List.of("reference system: java.lang.System.exit(int) at B.java:1"),
        Sides.refused(before, after));
  }

  private static final String TOOL =
      """
      // Tool.java
      class Tool {
        static boolean isThere(String name) { return file(name).exists(); }
        private static java.io.File file(String name) { return new java.io.File(name); }
        static boolean isNamed(String name) { return !name.isEmpty(); }
      }
      """;

  @Test
  void unchangedCodeOfTheProjectGivesItsPowerToWhoNewlyCallsIt() {
    String before = TOOL + "// A.java\nclass A { boolean x() { return true; } }\n";

    assertEquals(
        List.of(
            "reference files: java.io.File.exists() through Tool.isThere(java.lang.String) at"
                + " A.java:1"),
        Sides.refused(before, before.replace("return true", "return Tool.isThere(\"/in\")")));
    assertEquals(
        List.of(),
        Sides.refused(before, before.replace("return true", "return Tool.isNamed(\"\")")));
  }

  @Test
  void aMethodMayBeInlinedThoughItStays() {
    String before = TOOL + "// A.java\nclass A { boolean x() { return Tool.isThere(\"a\"); } }\n";
    String after =
        before.replace("Tool.isThere(\"a\")", "Tool.file(\"a\") != null").replace("private ", "");

    assertEquals(List.of(), Sides.refused(before.replace("private ", ""), after));
  }

  @Test
  void aReceiverMayBeDeclaredAsItsSupertype() {
    String before =
        """
        // A.java
        class A {
          int read(java.io.FileInputStream in) throws java.io.IOException { return in.read(); }
        }
        """;
    String after =
        """
        // A.java
        class A {
          int read(java.io.FileInputStream in) throws java.io.IOException { return one(in); }
          int one(java.io.InputStream in) throws java.io.IOException { return in.read(); }
        }
        """;

    assertEquals(List.of(), Sides.differences(before, after));
  }

  @Test
  void whatIsInheritedIsNamedByItsDeclaringClass() {
    String before =
        """
        // Own.java
        class Own extends ClassLoader {}
        // A.java
        class A { Object x() { return new Own(); } }
        """;
    String after = before.replace("return new Own()", "return new Own().getParent()");

    assertEquals(
        List.of("reference class-loading: java.lang.ClassLoader.getParent() at A.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void elementsOfArraysAreSeen() {
    String before = "// A.java\nclass A { Runtime[] r; void x() {} }\n";
    String after = before.replace("void x() {}", "void x() { r[0].halt(0); }");

    assertEquals(
        List.of("reference processes: java.lang.Runtime.halt(int) at A.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void staticImportsAreSeen() {
    String after = "// A.java\nimport static java.lang.System.exit;\nclass A { { exit(0); } }\n";

    assertEquals(
        List.of("reference system: java.lang.System.exit(int) at A.java:2"),
        Sides.refused("// A.java\nclass A {}\n", after));
  }

  @Test
  void anOverriddenMethodOfAFrameworkIsAReference() {
    String before =
        """
        // A.java
        public class A implements org.junit.jupiter.api.extension.AfterAllCallback,
            org.junit.jupiter.api.extension.BeforeAllCallback {
          public void afterAll(org.junit.jupiter.api.extension.ExtensionContext c) {}
          public void beforeAll(org.junit.jupiter.api.extension.ExtensionContext c) {}
        }
        // B.java
        public class B extends A {}
        """;
    String method = "public void afterAll(org.junit.jupiter.api.extension.ExtensionContext c) {}";
    String after = before.replace("B extends A {}", "B extends A { " + method + " }");

    assertEquals(
        List.of(
            "reference test-framework: org.junit.jupiter.api.extension.ExtensionContext at"
                + " B.java:1",
            "reference test-framework: org.junit.jupiter.api.extension.AfterAllCallback."
                + "afterAll(org.junit.jupiter.api.extension.ExtensionContext) at B.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void librariesThatReflectGiveTheSamePower() {
    assertEquals(
        "reflection",
        PowerGroup.of(Member.ofClass("org/objenesis/ObjenesisStd")).map(Object::toString).get());
    assertEquals(
        "files",
        PowerGroup.of(new Member("lib/Files2", "read", "(Ljava/io/File;)[B"))
            .map(Object::toString)
            .get());
  }

  @Test
  void whatJavacWritesByItselfIsNoReference() {
    String after =
        """
        // A.java
        class A {
          enum E { X, Y }
          record R(int x, String y) {}
          int sum(int[] values) {
            int sum = 0;
            for (int value : values) sum += value;
            java.util.function.IntSupplier s = () -> values.length;
            return sum;
          }
          int e(E e) { return switch (e) { case X -> 1; case Y -> 2; }; }
          int s(String s) { return switch (s) { case "a" -> 1; default -> 2; }; }
        }
        """;

    assertEquals(List.of(), Sides.refused(BASE, after));
  }
}
