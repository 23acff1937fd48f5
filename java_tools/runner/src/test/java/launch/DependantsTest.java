package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sources that are compiled again after a change of methods, and a check that the result equals
 * that of a whole compilation.
 */
class DependantsTest {
  private static final String WHOLE = "whole";
  private static final String A = "package p; public class A { public int f() { return 1; } }";
  private static final String A_WITH_G =
      "package p; public class A { public int f() { return g(); } public int g() { return 1; } }";
  private static final String OTHER = "package q; class Other { int other() { return 1; } }";

  @TempDir Path folder;

  /**
   * A description, the set of classes that are compiled again, the changed text of p/A, and the
   * sources.
   */
  static Stream<Arguments> changes() {
    return Stream.of(
        of("nobody knows of it", "", A_WITH_G, A, OTHER),
        of(
            "one calls a method of that name, of whatever class",
            "q/B",
            A_WITH_G,
            A,
            OTHER,
            "package q; class B { int f() { return new B().g(); } int g() { return 2; } }"),
        of(
            "one called it, in code that javac drops",
            "q/B",
            "package p; public class A { }",
            A,
            OTHER,
            "package q; class B { int h() { if (false) { return new p.A().f(); } return 2; } }"),
        of(
            "one called it through a value of its class",
            "q/B",
            "package p; public class A { public long f() { return 1; } }",
            A,
            "package q; class Q { static p.A a() { return new p.A(); } }",
            "package q; class B { String h() { return \"\" + Q.a().f(); } }"),
        of(
            "an overload is nearer",
            "q/B",
            "package p; public class A { public int f(Object o) { return 1; } public int f(String"
                + " s) { return 2; } }",
            "package p; public class A { public int f(Object o) { return 1; } }",
            "package q; class B { int h() { return new p.A().f(\"s\"); } }"),
        of(
            "a subclass two steps below gets a bridge and never says the name",
            "q/B,q/C,q/I",
            "package p; public class A { public void take(String s) { } }",
            "package p; public class A { }",
            "package q; interface I<T> { default void take(T t) { } }",
            "package q; class B extends p.A { }",
            "package q; class C extends B implements I<String> { }",
            OTHER),
        of(
            "a subclass lacks what became abstract",
            "q/B",
            "package p; public abstract class A { public abstract int g(); }",
            "package p; public abstract class A { }",
            "package q; class B extends p.A { }"),
        of(
            "an anonymous class inherits it",
            "q/B",
            "package p; public abstract class A { public abstract int g(); }",
            "package p; public abstract class A { }",
            "package q; class B { Object h() { return new p.A() { }; } }"),
        of(
            "a nested class inherits from a nested class",
            "q/B",
            "package p; public class A { public static class N { public final int g() { return 1; }"
                + " } }",
            "package p; public class A { public static class N { } }",
            "package q; class B { static class M extends p.A.N { } }"),
        of(
            "the name is written with an escape",
            "q/B",
            "package p; public class A { }",
            A,
            "package q; class B { int h() { return new p.A().\\u0066(); } }"),
        of(
            "a dollar sign belongs to the name of a class",
            "q/B",
            "package p; public abstract class $A { public abstract int g(); }",
            "package p; public abstract class $A { }",
            "package q; class B extends p.$A { }"),
        of(
            "two changes of one class",
            "q/B,q/C",
            "package p; public class A { public int g() { return 1; } }",
            A,
            "package q; class B { int f; }",
            "package q; class C { int g; }",
            OTHER),
        of(
            "only the body changed",
            "",
            "package p; public class A { public int f() { return 2; } }",
            A,
            "package q; class B { int h() { return new p.A().f(); } }"),
        of(
            "an interface may be a lambda's",
            WHOLE,
            "package p; public interface A { int f(); int g(); }",
            "package p; public interface A { int f(); }",
            "package q; class B { p.A a = () -> 1; }"),
        of(
            "a constructor is called by the name of its class",
            WHOLE,
            "package p; public class A { public A(int n) { } }",
            "package p; public class A { }",
            "package q; class B { Object a = new p.A(); }"),
        of(
            "the language calls it",
            WHOLE,
            "package p; public class A implements AutoCloseable { public void close() throws"
                + " Exception { } }",
            "package p; public class A implements AutoCloseable { public void close() { } }",
            "package q; class B { void h(p.A a) { try (p.A b = a) { } } }"),
        of(
            "a field",
            WHOLE,
            "package p; public class A { public static final int N = 2; public int f() { return 1;"
                + " } }",
            "package p; public class A { public static final int N = 1; public int f() { return 1;"
                + " } }",
            "package q; class B { int n = p.A.N; }"),
        of(
            "a subclass lies in another's source",
            WHOLE,
            "package p; public abstract class A { public abstract int g(); }",
            "package p; public abstract class A { }",
            "package q; class B { } class Astray extends p.A { }"));
  }

  private static Arguments of(String what, String again, String changed, String... sources) {
    return arguments(what, again, changed, List.of(sources));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void whatIsCompiledAgainMakesTheWhole(
      String what, String again, String changed, List<String> sources) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    sources.forEach(text -> texts.put(pathOf(text), text));
    DriverRun base = compiled("base", texts, null, null);
    assertTrue(base.good(), base.said());
    texts.put(pathOf(changed), changed);

    DriverRun inPart = compiled("part", texts, pathOf(changed), base.folder());
    DriverRun whole = compiled("all", texts, pathOf(changed), null);

    assertEquals(errors(whole), errors(inPart));
    if (whole.good()) {
      String listed = inPart.isWhole() ? WHOLE : String.join(",", inPart.listed("again"));
      assertEquals(again, listed, inPart.said());
      assertEquals(whole.classes(), inPart.classesOn(base));
    }
  }

  private static List<String> errors(DriverRun run) {
    return run.said().lines().filter(line -> line.startsWith("error")).toList();
  }

  @Test
  void aProcessorMayWriteNamesThatNoSourceHas() throws IOException {
    SourceSet set = new SourceSet("main", TreePlace.HERE);
    MethodChanges changes = new MethodChanges();
    assertEquals(Set.of(), new Dependants(set).of(changes));
    changes.names.add("f");

    assertNull(new Dependants(set).of(changes));
  }

  private static String pathOf(String text) {
    Matcher found =
        Pattern.compile("package (\\w+);.*?(?:class|interface) ([$\\w]+)").matcher(text);
    assertTrue(found.find(), text);
    return found.group(1) + "/" + found.group(2) + ".java";
  }

  private DriverRun compiled(String name, Map<String, String> texts, String changed, Path base)
      throws IOException {
    Path tree = folder.resolve(name + "/tree");
    StringBuilder plan = new StringBuilder("set main\noutput ../main\noption -proc:none\n");
    for (Map.Entry<String, String> each : texts.entrySet()) {
      Path file = tree.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      plan.append("source ").append(each.getKey()).append('\n');
    }
    if (base != null) {
      plan.append("base ").append(base).append("\nchanged ").append(changed).append('\n');
    }
    TreePlace place = new TreePlace.Beside(tree.toFile(), tree.toFile());
    return DriverRun.of(place, plan.toString(), folder.resolve(name + "/main"));
  }
}
