package org.refverify.references;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Instructions, types and annotations count; lines and names of variables do not. */
class ChangedMethodsTest {
  private static final String BASE =
      """
      package p;
      import java.lang.annotation.*;
      import java.util.function.*;
      public class C {
        static final long BIG = 12345678901L;
        @Deprecated int twice(int value) {
          int result = value * 2;
          switch (result) { case 1: return 7; case 2: return 8; case 9: return 9; default: break; }
          try { return Integer.parseInt("v"); } catch (NumberFormatException e) { return result; }
        }
        Runnable twiceLate() { return () -> twice(1); }
        Supplier<String> late(String text) { return () -> "late" + text; }
        Object field(@Nonnull Object any) { return any; }
        @Target(ElementType.TYPE_USE) @interface Nonnull {}
      }
      """;
  private static final String TWICE = "twice(I)I";
  private static final List<String> ALL = List.of("");

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments("the name of a variable", "result", "outcome", List.of()),
        arguments("lines", "{", "\n{\n", List.of()),
        arguments("a comment", "int twice", "/**\n * Says it.\n */\nint twice", List.of()),
        arguments("one more method", "Runnable", "int more() { return 5; } Runnable", List.of()),
        arguments("a number", "* 2", "* 3", List.of(TWICE)),
        arguments("an operator", "* 2", "+ 2", List.of(TWICE)),
        arguments("what is called", "parseInt", "parseUnsignedInt", List.of(TWICE)),
        arguments(
            "what is caught", "NumberFormatException", "IllegalArgumentException", List.of(TWICE)),
        arguments("a case", "case 9", "case 10", List.of(TWICE)),
        arguments("a modifier", "int twice", "synchronized int twice", List.of(TWICE)),
        arguments("an annotation", "@Deprecated", "@Deprecated(since = \"1\")", List.of(TWICE)),
        arguments("an annotation of a type", "@Nonnull Object", "Object", List.of(FIELD)),
        arguments("the code of a lambda", "\"late\"", "\"later\"", List.of(LAMBDA)),
        arguments(
            "the method of a lambda",
            "() -> \"late\" + text",
            "text::trim",
            List.of("late(Ljava/lang/String;)Ljava/util/function/Supplier;", LAMBDA)),
        arguments("a constant", "12345678901L", "12345678902L", ALL),
        arguments("a field", "int twice", "int more; int twice", ALL),
        arguments("a supertype", "class C", "class C extends Thread", ALL));
  }

  private static final String FIELD = "field(Ljava/lang/Object;)Ljava/lang/Object;";
  private static final String LAMBDA = "lambda$late$1(Ljava/lang/String;)Ljava/lang/String;";

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void aChangeIsKnownByTheMethodsOfTheBase(String what, String old, String now, List<String> all) {
    assertEquals(all, ChangedMethods.between(compiled(BASE), compiled(BASE.replace(old, now))));
  }

  @Test
  void aMethodThatIsGoneIsChanged() {
    byte[] renamed = compiled(BASE.replace("Object field(", "Object other("));

    assertEquals(List.of(FIELD), ChangedMethods.between(compiled(BASE), renamed));
  }

  @Test
  void aFileThatCannotBeReadStandsForAllMethods() {
    byte[] base = compiled(BASE);
    byte[] unknown =
        new String(base, StandardCharsets.ISO_8859_1)
            .replace("\0\nDeprecated", "\0\nUnderstood")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertEquals(ALL, ChangedMethods.between(base, null));
    assertEquals(ALL, ChangedMethods.between(base, Arrays.copyOf(base, base.length / 2)));
    assertEquals(ALL, ChangedMethods.between(base, "text".getBytes(StandardCharsets.UTF_8)));
    assertEquals(ALL, ChangedMethods.between(unknown, unknown));
  }

  private static byte[] compiled(String text) {
    return Sides.classes("// p/C.java\n" + text).get("p/C");
  }
}
