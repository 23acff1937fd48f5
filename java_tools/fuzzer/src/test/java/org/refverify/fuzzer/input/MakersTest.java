package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeWalk;
import org.refverify.fuzzer.recipe.StandIn;

class MakersTest {
  private static final String SOURCE =
      """
      class Plain {
        int size;
        Plain(int size) { this.size = size; }
        void setSize(int size) { this.size = size; }
        void close() { }
        int size() { return size; }
      }
      class Hidden {
        private Hidden(String text) { }
        static Hidden of(String text) { return new Hidden(text); }
        static Hidden copy(Hidden other) { return other; }
      }
      abstract class Shape { abstract int area(); }
      class Square extends Shape { Square(int side) { } int area() { return 1; } }
      interface Visitor<T> { T visit(int n); void done(); }
      enum Colour { RED, GREEN { int n() { return 2; } }; int n() { return 1; } }
      class Single { static final Single ONE = new Single(); private Single() { } }
      class Built {
        private Built(Builder from) { }
        static class Builder {
          Builder with(int n) { return this; }
          Built build() { return new Built(this); }
        }
      }
      class Chain { Chain(Chain next) { } }
      class Box<T> { Box(T content) { } }
      class OnlyOld { }
      """;

  @TempDir static Path folder;
  private static Makers makers;

  @BeforeAll
  static void compile() throws IOException {
    ClassFiles old = Drawn.files(folder.resolve("old"), SOURCE);
    String without = SOURCE.replace("class OnlyOld { }", "");
    makers = Drawn.makers(old, Drawn.files(folder.resolve("new"), without), Renames.NONE);
  }

  /** Everything that random choices make of a type, as its creation. */
  private static Set<String> creations(String type) {
    Set<String> found = new TreeSet<>();
    for (int seed = 0; seed < 400; seed++) {
      found.add(creation(makers.of(JavaType.ofClass(type)).make(Drawn.random(seed))));
    }
    return found;
  }

  private static String creation(Recipe recipe) {
    if (recipe instanceof Made made) {
      return made.creation.owner + "." + made.creation.name + made.creation.descriptor;
    }
    if (recipe instanceof Constant constant) {
      return constant.owner + "." + constant.field;
    }
    if (recipe instanceof StandIn standIn) {
      return "stand-in " + standIn.type;
    }
    return recipe instanceof Literal literal
        ? String.valueOf(literal.value)
        : recipe.getClass().getSimpleName();
  }

  @ParameterizedTest
  @CsvSource({
    "Plain,   Plain.<init>(I)V null",
    "Hidden,  Hidden.of(Ljava/lang/String;)LHidden; null",
    "Shape,   Square.<init>(I)V null",
    "Visitor, null stand-in Visitor",
    "Single,  Single.ONE Single.<init>()V null",
    "Built,   Built$Builder.build()LBuilt; null",
    "Chain,   Chain.<init>(LChain;)V null",
  })
  void anObjectComesFromWhatItsClassOffers(String type, String all) {
    String separated = all.replace("null stand-in", "null,stand-in").replace("V null", "V,null");
    separated = separated.replace("; null", ";,null").replace("ONE Single", "ONE,Single");
    assertEquals(new TreeSet<>(Set.of(separated.split(","))), creations(type));
  }

  @Test
  void anEnumIsOneOfItsConstants() {
    assertEquals(Set.of("Colour.RED", "Colour.GREEN", "null"), creations("Colour"));
  }

  @Test
  void aClassOfOneVersionIsRefused() {
    assertEquals(Set.of("null"), creations("OnlyOld"));
    assertTrue(makers.unsupported().contains("OnlyOld: not in both versions"));
  }

  @Test
  void anObjectIsChangedByItsSetters() {
    Set<String> later = new TreeSet<>();
    for (int seed = 0; seed < 400; seed++) {
      Recipe made = makers.of(JavaType.ofClass("Plain")).make(Drawn.random(seed));
      if (made instanceof Made plain) {
        for (Call call : plain.then) {
          later.add(call.name);
          assertTrue(!call.name.equals("close") || call == plain.then.get(plain.then.size() - 1));
        }
      }
    }
    assertEquals(Set.of("setSize", "close"), later);
  }

  @Test
  void aReceiverIsNeverNull() {
    for (int seed = 0; seed < 200; seed++) {
      Recipe made = makers.receiver(JavaType.ofClass("Shape")).make(Drawn.random(seed));
      assertEquals("Square.<init>(I)V", creation(made));
    }
    assertNull(makers.receiver(JavaType.ofClass("OnlyOld")));
  }

  @Test
  void aChainOfObjectsEnds() {
    for (int seed = 0; seed < 400; seed++) {
      Recipe made = makers.of(JavaType.ofClass("Chain")).make(Drawn.random(seed));
      assertTrue(Recipes.count(made) < 20, "seed " + seed);
    }
  }

  @Test
  void aStandInAnswersWithItsTypeArgument() {
    JavaType visitor = new JavaType("LVisitor;", java.util.List.of(JavaType.ofClass("Plain")));
    boolean answered = false;
    for (int seed = 0; seed < 200; seed++) {
      Recipe made = makers.of(visitor).make(Drawn.random(seed));
      if (made instanceof StandIn standIn) {
        for (Recipe answer : standIn.answers) {
          answered |= creation(answer).equals("Plain.<init>(I)V");
        }
      }
    }
    assertTrue(answered);
  }

  @Test
  void aTypeHasOneMaker() {
    assertSame(makers.of(JavaType.erased("[I")), makers.of(JavaType.erased("[I")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LPlain;",
        "LHidden;",
        "LShape;",
        "LVisitor;",
        "LColour;",
        "LBuilt;",
        "LBox;",
        "LChain;",
        "[LPlain;",
        "[[I",
        "Ljava/lang/Object;",
        "Ljava/lang/CharSequence;",
        "Ljava/lang/Comparable;",
        "Ljava/lang/Number;",
        "Ljava/util/Locale;",
        "Ljava/math/BigDecimal;",
        "Ljava/util/Date;",
        "Ljava/io/InputStream;",
        "Ljava/util/function/Function;",
        "Ljava/util/Comparator;",
        "Ljava/lang/StringBuilder;",
        "Ljava/time/LocalDate;",
      })
  void aValueCountsWithItsPartsAndRefersOnlyToEarlierOnes(String descriptor) {
    JavaType type = JavaType.erased(descriptor);
    Set<String> seen = new TreeSet<>();
    for (int seed = 0; seed < 300; seed++) {
      Making making = Drawn.random(seed);
      Recipe first = makers.of(type).make(making);
      Recipe second = makers.of(type).make(making);
      assertEquals(Recipes.count(first) + Recipes.count(second), making.begin(), "seed " + seed);
      Backwards walk = new Backwards();
      first.accept(walk);
      second.accept(walk);
      seen.add(creation(first));
    }
    assertTrue(seen.size() > 1, seen.toString());
  }

  /** Checks that every reference leads to a value with a smaller number. */
  private static final class Backwards extends RecipeWalk {
    private int number;

    @Override
    protected void value(Recipe recipe) {
      assertTrue(!(recipe instanceof Again again) || again.number < number);
      number++;
    }
  }
}
