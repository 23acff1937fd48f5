package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.context.Project.list;
import static org.refverify.context.Project.names;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fields, exceptions, parameters and return types. */
class MembersTest {
  private static final Project PROJECT =
      Project.of(
          """
          package p;
          class A {
            int read, written, both;
            static int shared;
            B other;
            int[] array;

            B[] f(B first, int... rest) throws Failure, java.io.IOException {
              written = read;
              both++;
              both += 1;
              this.written = A.shared;
              other.value.deep = 3;
              array[0] = System.out.hashCode();
              try {
                throw new Failure();
              } catch (IllegalStateException | Failure e) {
                throw e;
              }
            }
          }
          """,
          "package p; class B { B value; int deep; }",
          "package p; class Failure extends RuntimeException {}");

  private static List<String> fields(Map<String, Object> told, String name) {
    return list(told, name).stream()
        .map(each -> each.get("class_name") + "#" + each.get("name") + " " + each.get("lines"))
        .toList();
  }

  @Test
  void fieldsOfTheProjectAreReadOrWritten() {
    Map<String, Object> told = PROJECT.around("p.A#f(B, int[])");

    assertEquals(
        List.of(
            "p.A#read [9]",
            "p.A#both [10, 11]",
            "p.A#shared [12]",
            "p.A#other [13]",
            "p.B#value [13]",
            "p.A#array [14]"),
        fields(told, "fields_read"));
    assertEquals(
        List.of("p.A#written [9, 12]", "p.A#both [10, 11]", "p.B#deep [13]"),
        fields(told, "fields_written"));
  }

  @Test
  void exceptionsAreDeclaredThrownAndCaught() {
    Map<String, Object> told = PROJECT.around("p.A#f(B, int[])");

    assertEquals(List.of("p.Failure", "java.io.IOException"), names(told, "declared_exceptions"));
    assertEquals("p.Failure", names(told, "thrown").get(0));
    assertEquals(List.of("java.lang.IllegalStateException", "p.Failure"), names(told, "caught"));
    assertEquals("p/Failure.java", list(told, "caught").get(1).get("file"));
  }

  @Test
  void typesOfTheSignatureHaveTheirFiles() {
    Map<String, Object> told = PROJECT.around("p.A#f(B, int[])");

    assertEquals(
        Map.of("name", "p.B", "file", "p/B.java", "parameter", "first"),
        list(told, "parameters").get(0));
    assertEquals(List.of("p.B", "int[]"), names(told, "parameters"));
    assertEquals("p.B[]", ((Map<?, ?>) told.get("returns")).get("name"));
    assertEquals("p/B.java", ((Map<?, ?>) told.get("returns")).get("file"));
    assertEquals("(Lp/B;[I)[Lp/B;", ((Map<?, ?>) told.get("method")).get("descriptor"));
  }
}
