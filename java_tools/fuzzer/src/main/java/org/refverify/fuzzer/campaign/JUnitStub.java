package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.Map;
import org.refverify.fuzzer.emit.Emitter;

/** The part of JUnit that emitted tests use, to check them if no JUnit is available. */
final class JUnitStub {
  private static final String TEST =
      "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n"
          + "public @interface Test { long timeout() default 0; }\n";

  private static final String[] ARRAYS = {
    "int[]", "long[]", "byte[]", "short[]", "char[]", "Object[]"
  };

  private JUnitStub() {}

  static Map<String, String> sources(Emitter.Flavour flavour) {
    boolean five = flavour == Emitter.Flavour.JUNIT5;
    String home = five ? "org.junit.jupiter.api" : "org.junit";
    String name = five ? "Assertions" : "Assert";
    Map<String, String> sources = new LinkedHashMap<String, String>();
    sources.put(home + ".Test", "package " + home + ";\n" + TEST);
    sources.put(home + "." + name, assertions(home, name));
    return sources;
  }

  private static String assertions(String home, String name) {
    StringBuilder text = new StringBuilder("package " + home + ";\npublic class " + name + " {\n");
    text.append("static void check(boolean ok) { if (!ok) throw new AssertionError(); }\n");
    text.append("public static void assertNull(Object a) { check(a == null); }\n");
    text.append("public static void assertSame(Object e, Object a) { check(e == a); }\n");
    text.append("public static void assertNotSame(Object e, Object a) { check(e != a); }\n");
    text.append("public static void assertEquals(long e, long a) { check(e == a); }\n");
    text.append("public static void assertEquals(Object e, Object a)");
    text.append(" { check(java.util.Objects.equals(e, a)); }\n");
    for (String type : ARRAYS) {
      text.append("public static void assertArrayEquals(" + type + " e, " + type + " a)");
      text.append(" { check(java.util.Arrays.equals(e, a)); }\n");
    }
    text.append("public interface Executable { void execute() throws Throwable; }\n");
    text.append("public static void assertTimeoutPreemptively(java.time.Duration d,");
    text.append(" Executable e) throws Throwable { e.execute(); }\n");
    return text.append("}\n").toString();
  }
}
