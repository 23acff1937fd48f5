package org.refverify.prover.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.refverify.prover.Prover;
import org.refverify.prover.support.Compiled;

class ScanNamesTest {

  private static Set<String> names(String before, String after) {
    return new Prover()
        .namesToScan(
            Compiled.of(Map.of("A.java", before), 17), Compiled.of(Map.of("A.java", after), 17));
  }

  @Test
  void aPrivateMethodIsTheBusinessOfClassesBelowAlone() {
    assertEquals(Set.of("extends A"), names("class A { }", "class A { private void h() { } }"));
    assertEquals(Set.of(), names("final class A { }", "final class A { private void h() { } }"));
    assertEquals(Set.of(), names("interface A { }", "interface A { private void h() { } }"));
  }

  @Test
  void methodsAndTypesThatComeOrGo() {
    assertEquals(
        Set.of("gone", "come", "B", "extends A"),
        names("class A { void gone() { } }", "class A { void come(int x) { } } class B { }"));
  }

  @Test
  void aMethodThatOthersSeeNow() {
    assertEquals(
        Set.of("h", "extends A"),
        names("class A { private void h() { } }", "class A { void h() { } }"));
  }

  @Test
  void aConstructorIsFoundByItsClass() {
    assertEquals(Set.of("A"), names("class A { A() { } }", "class A { A() { } A(int x) { } }"));
  }

  @Test
  void implementersProxiesAndManagedBeansNeedNotNameTheMethodOfAnInterface() {
    assertEquals(
        Set.of(
            "A", "h", "getProxyClass", "newProxyInstance", "StandardMBean", "StandardEmitterMBean"),
        names("interface A { }", "interface A { default void h() { } }"));
  }

  @Test
  void codeThatShowsBeansNeedNotNameAnAccessor() {
    assertEquals(
        Set.of(
            "getX",
            "EventSetDescriptor",
            "IndexedPropertyDescriptor",
            "Introspector",
            "PropertyDescriptor",
            "XMLEncoder"),
        names("final class A { }", "final class A { public int getX() { return 1; } }"));
    assertEquals(
        Set.of("getX"), names("final class A { }", "final class A { int getX() { return 1; } }"));
  }

  @Test
  void nobodyExtendsAFinalClassNorInheritsAStaticMethodOfAnInterface() {
    assertEquals(Set.of("h"), names("final class A { }", "final class A { void h() { } }"));
    assertEquals(Set.of("h"), names("interface A { }", "interface A { static void h() { } }"));
  }

  @Test
  void aStaticMethodStandsAgainstOneThatAClassBelowInherits() {
    assertEquals(Set.of("h", "extends A"), names("class A { }", "class A { static void h() { } }"));
  }

  @Test
  void anAnonymousClassDoesNotSayThatItExtendsAnother() {
    assertEquals(
        Set.of("h", "A"), names("abstract class A { }", "abstract class A { abstract void h(); }"));
  }

  @Test
  void bothNamesOfARenamedClass() {
    assertEquals(
        Set.of("Old", "New"),
        names(
            "class A { static class Old { int x; } }", "class A { static class New { int x; } }"));
  }

  @Test
  void noOtherFileCanNameWhatIsLocal() {
    String before = "class A { Object m() { return null; } }";
    assertEquals(
        Set.of(),
        names(before, "class A { Object m() { return new Object() { void h() { } }; } }"));
    assertEquals(
        Set.of(),
        names(
            before,
            "class A { Object m() { class L { class I { void h() { } } } return new L(); } }"));
    assertEquals(
        Set.of(),
        names(
            "class A { Object m() { return new Object() { int x; void h() { } }; } }",
            "class A { Object m() { return new Object() { int x; void h() { } void k() { } }; }"
                + " }"));
  }

  @Test
  void aMemberClassOfAMemberClassHasAName() {
    assertEquals(
        Set.of("C", "h", "extends C"),
        names(
            "class A { static class B { } }",
            "class A { static class B { static class C { void h() { } } } }"));
  }

  @Test
  void aDollarSignMayBePartOfAName() {
    assertEquals(Set.of("B$1", "1"), names("class A { }", "class A { } class B$1 { }"));
    assertEquals(Set.of("C$D", "D"), names("class A { }", "class A { static class C$D { } }"));
  }
}
