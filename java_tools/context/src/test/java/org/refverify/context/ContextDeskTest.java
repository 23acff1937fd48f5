package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.context.Project.lookedFor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.refverify.prover.compile.TextTree;

/** One complete answer, and a check that cached data does not change answers. */
class ContextDeskTest {
  private static final LookedFor F = lookedFor("p.A#f()", "src/p/A.java", 0);

  private static TextTree tree(int callers) {
    Map<String, String> texts = new TreeMap<>();
    texts.put("src/p/A.java", "package p; class A { void f() {} }");
    for (int each = 0; each < callers; each++) {
      String name = "B" + each;
      texts.put(
          "src/p/" + name + ".java",
          "package p; class " + name + " extends A { void g() { f(); } }");
    }
    return new TextTree(texts);
  }

  private static String ask(ContextDesk desk, TextTree tree, int paths) {
    ReadingLimits limits = new ReadingLimits(20, 100, 1000, 20, paths);
    return desk.surroundings(tree, List.of(F), List.of(), null, limits);
  }

  @Test
  void theWholeAnswer() {
    String told = ask(new ContextDesk(), tree(1), 1);

    assertTrue(
        told.endsWith(
            "\"missing\":[],\"names_asked\":4,\"names_unresolved\":0,\"files_read\":2,"
                + "\"files_not_read\":0,\"unparsed\":[],\"structure\":{\"files\":2,"
                + "\"folders\":{\"src/p\":[\"A.java\"]},\"left_out\":1}}"),
        told);
  }

  @Test
  void anotherTreeIsReadAnewAndTheSameOneAnswersTheSame() {
    ContextDesk desk = new ContextDesk();
    TextTree two = tree(2);
    String first = ask(desk, two, 10);

    assertEquals(ask(new ContextDesk(), tree(1), 10), ask(desk, tree(1), 10));
    assertEquals(first, ask(desk, two, 10));
    assertEquals(first, ask(desk, two, 10));
  }
}
