package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tokens of a file show its names, and the names that may be supertypes of its types. */
class FileWordsTest {
  @Test
  void commentsAndStringsHaveNoNames() {
    FileWords words = FileWords.of("/* a */ class B { // c\n String d = \"e\"; }");

    assertEquals(Set.of("B", "String", "d"), words.names());
  }

  @Test
  void supertypesStandInClausesAndBeforeTheBodyOfAnAnonymousClass() {
    FileWords words =
        FileWords.of(
            """
            class A extends B<C> implements D, e.F {
              Object made = new G<H>(new I(), 1) {};
              Object plain = new J(2);
              int[] array = new int[] {1};
            }
            """);

    assertEquals(Set.of("B", "C", "D", "e", "F", "G", "H"), words.above());
  }

  @Test
  void ofATextThatIsNoJavaEveryWordCounts() {
    assertEquals(Set.of("class", "A", "x"), FileWords.of("class A '''x").above());
  }
}
