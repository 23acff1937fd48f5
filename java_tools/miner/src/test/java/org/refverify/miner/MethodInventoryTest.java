package org.refverify.miner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Uses classes with the getters of RefactoringMiner's classes, whose byte code is newer than this
 * JVM.
 */
class MethodInventoryTest {
  public record Model(List<Type> types) {
    public List<Type> getClassList() {
      return types;
    }
  }

  public record Type(String place, List<Operation> operations, List<Type> anonymous) {
    public String getSourceFile() {
      return place + ".java";
    }

    public String getTypeDeclarationKind() {
      return "class";
    }

    public String getName() {
      return place;
    }

    public String getCodePath() {
      return place;
    }

    public List<Operation> getOperations() {
      return operations;
    }

    public List<Type> getAnonymousClassList() {
      return anonymous;
    }
  }

  public record Operation(String name, String visibility, String body) {
    public String getName() {
      return name;
    }

    public List<String> getParameterTypeList() {
      return List.of("int");
    }

    public String getReturnParameter() {
      return "void";
    }

    public List<String> getTypeParameters() {
      return List.of();
    }

    public String getVisibility() {
      return visibility;
    }

    public Object getBody() {
      return body;
    }

    public boolean hasEmptyBody() {
      return "".equals(body);
    }

    public boolean isAbstract() {
      return false;
    }
  }

  private static final Operation F = new Operation("f", "public", "g();");
  private static final Operation G = new Operation("g", "public", "f();");

  private static Type type(String place, Operation... operations) {
    return new Type(place, List.of(operations), List.of());
  }

  private static Model holding(Type... anonymous) {
    return new Model(List.of(new Type("A", List.of(F), List.of(anonymous))));
  }

  private static void assertSame(boolean same, Model before, Model after) {
    assertEquals(same, MethodInventory.same(before, after));
    assertEquals(same, MethodInventory.same(after, before));
  }

  @Test
  void orderOfMethodsAndOfClassesIsNoDifference() {
    Model before = new Model(List.of(type("A", F, G), type("B", F)));
    assertSame(true, before, new Model(List.of(type("B", F), type("A", G, F))));
  }

  @Test
  void aMethodMoreInAnotherClassOrDeclaredOtherwiseIsOne() {
    Model before = new Model(List.of(type("A", F, G), type("B")));
    assertSame(false, before, new Model(List.of(type("A", F, G, G), type("B"))));
    assertSame(false, before, new Model(List.of(type("A", F), type("B", G))));
    Operation hidden = new Operation("g", "private", "f();");
    assertSame(false, before, new Model(List.of(type("A", F, hidden), type("B"))));
    Operation empty = new Operation("g", "public", "");
    assertSame(false, before, new Model(List.of(type("A", F, empty), type("B"))));
    Operation without = new Operation("g", "public", null);
    assertSame(false, before, new Model(List.of(type("A", F, without), type("B"))));
  }

  @Test
  void aClassWithoutMethodsCounts() {
    assertSame(false, new Model(List.of(type("A"))), new Model(List.of(type("A"), type("B"))));
  }

  @Test
  void anonymousClassesAtOnePlaceAreComparedInTheirOrder() {
    assertSame(true, holding(type("p", F), type("p", G)), holding(type("p", F), type("p", G)));
    assertSame(false, holding(type("p", F), type("p", G)), holding(type("p", G), type("p", F)));
    assertSame(true, holding(type("p", F), type("q", G)), holding(type("q", G), type("p", F)));
  }

  @Test
  void whatHasNoSuchGetterIsNoModel() {
    assertThrows(IllegalStateException.class, () -> MethodInventory.same("", ""));
  }
}
