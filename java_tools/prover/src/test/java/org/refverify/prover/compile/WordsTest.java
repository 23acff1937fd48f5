package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { void m() { name(); } }",
        "class A { Object o = \"a.name\"; }",
        "class A { Object o = \"[[Lname;\"; }",
        "class A { Object o = \"\"\"\n a\n name \"\"\"; }",
        "class A { Object o = this::name; }",
        "class A { void m() { /* ' \" */ name(); } }",
        "class A { char c = '\"'; void m() { name(); } /* \" */ }",
        "class A { void m() { // \\u000a name(); \n } }",
        "class A { void m() { na\\u006de(); } }",
        "class A { Object o = \"na\\u006de\"; }",
        "class A # name ; }",
        "class A { /* never closed name",
      })
  void aNameInCodeOrInAText(String source) {
    assertTrue(Words.inSource(Set.of("other", "name"), source));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { void m() { names(); } }",
        "class A { /* name */ }",
        "class A { // name\n }",
        "/** {@link #name} \" */ class A { char c = '\"'; /* name \" */ }",
        "class A { Object o = \"\\u0041names\"; }",
      })
  void noName(String source) {
    assertFalse(Words.inSource(Set.of("name"), source));
  }

  @Test
  void ofATextThatIsNoJavaAllWordsCountAsCompilersTakeThem() {
    assertEquals(Set.of("class", "A", "name"), Words.of("class A '' na\u00ADme", List.of()));
  }

  @Test
  void theKeywordIsNoNameOfAMember() {
    assertFalse(Words.inSource(Set.of("other"), "class A { Object o = new A(); }"));
  }

  @Test
  void aLetterBeyondTheFirstPlaneIsPartOfAName() {
    String letter = "\uD835\uDCB3";
    assertTrue(Words.inSource(Set.of(letter), "class A { void " + letter + "() { } }"));
    assertFalse(Words.inSource(Set.of("x"), "class A { void x" + letter + "() { } }"));
    assertTrue(Words.inSource(Set.of("x"), "class A { String s = \"\uD83C\uDF89x\"; }"));
  }

  @Test
  void aNameOfASuperclassIsLookedForAmongWhatIsExtended() {
    Set<String> names = Set.of("extends Base");
    assertTrue(Words.inSource(names, "class A<T> extends p.Base<T> implements I { }"));
    assertTrue(Words.inSource(names, "class A { class B extends Base { } }"));
    assertTrue(Words.inSource(names, "class A extends @T({1}) Base { }"));
    assertTrue(
        Words.inSource(names, "class A { void m(L<? extends O> o) { } class B extends Base { } }"));
    assertFalse(Words.inSource(names, "class A { void m(L<? extends O> o) { Base b; } }"));
    assertFalse(Words.inSource(names, "class A extends Other { Base b; }"));
    assertFalse(Words.inSource(names, "class A implements Base { }"));
    assertFalse(Words.inSource(names, "class A { String s = \"extends Base\"; }"));
  }
}
