package org.refverify.prover.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.Compiled;

class ScanNamesTest {

  private static Set<String> names(String before, String after) {
    return ScanNames.of(
        Compiled.of(Map.of("A.java", before), 17), Compiled.of(Map.of("A.java", after), 17));
  }

  @Test
  void aPrivateMethodIsNobodysBusiness() {
    assertEquals(Set.of(), names("class A { }", "class A { private void h() { } }"));
  }

  @Test
  void methodsAndTypesThatComeOrGo() {
    assertEquals(
        Set.of("gone", "come", "B"),
        names("class A { void gone() { } }", "class A { void come(int x) { } } class B { }"));
  }

  @Test
  void aMethodThatOthersSeeNow() {
    assertEquals(
        Set.of("h"), names("class A { private void h() { } }", "class A { void h() { } }"));
  }

  @Test
  void aConstructorIsFoundByItsClass() {
    assertEquals(Set.of("A"), names("class A { A() { } }", "class A { A() { } A(int x) { } }"));
  }

  @Test
  void implementersOfAnInterfaceNeedNotNameItsMethod() {
    assertEquals(
        Set.of("A", "h"), names("interface A { }", "interface A { default void h() { } }"));
  }

  @Test
  void bothNamesOfARenamedClass() {
    assertEquals(
        Set.of("Old", "New"),
        names(
            "class A { static class Old { int x; } }", "class A { static class New { int x; } }"));
  }
}
