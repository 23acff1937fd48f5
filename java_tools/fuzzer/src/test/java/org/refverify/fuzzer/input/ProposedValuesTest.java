package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.list;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

class ProposedValuesTest {
  private static final String SOURCE =
      """
      class Plain {
        private int size; String name; boolean on;
        Plain(int size) { this.size = size; }
        void setName(String name) { this.name = name; }
        void enable() { on = true; }
        int size() { return size; }
      }
      """;
  private static final JavaType PLAIN = JavaType.ofClass("Plain");
  private static final JavaType INT = JavaType.erased("I");
  private static final JavaType INTS = JavaType.erased("[I");
  private static final JavaType LIST =
      new JavaType("Ljava/util/List;", List.of(JavaType.ofClass("java.lang.Integer")));

  @TempDir static Path folder;
  private static ProposedValues values;

  @BeforeAll
  static void compile() throws IOException {
    ClassFiles files = Drawn.files(folder, SOURCE);
    Makers makers = Drawn.makers(files, files, Renames.NONE);
    values = new ProposedValues(makers, new FieldWriters(files), new SplittableRandom(1));
  }

  private static Recipe put(
      Recipe recipe, JavaType type, Proposal.Kind kind, String text, String... steps) {
    return values.put(recipe, type, new Proposal.Value(0, Arrays.asList(steps), kind, text));
  }

  private static Recipe number(Recipe recipe, JavaType type, String text, String... steps) {
    return put(recipe, type, Proposal.Kind.NUMBER, text, steps);
  }

  @ParameterizedTest
  @CsvSource({
    "I, 7,     java.lang.Integer,   7",
    "J, 7,     java.lang.Long,      7",
    "B, 300,   java.lang.Byte,      44",
    "C, 65,    java.lang.Character, A",
    "Z, 1,     java.lang.Boolean,   true",
    "Z, 0,     java.lang.Boolean,   false",
    "D, 2.5,   java.lang.Double,    2.5",
    "F, 2.5,   java.lang.Float,     2.5",
    "I, 2.9,   java.lang.Integer,   2",
    "Ljava/lang/Long;, 7, java.lang.Long, 7",
    "Ljava/lang/Double;, 7, java.lang.Double, 7.0",
    "Ljava/lang/Object;, 7, java.lang.Integer, 7",
  })
  void aNumberHasTheKindOfItsParameter(String type, String text, Class<?> box, String value) {
    Object made = ((Literal) number(Literal.NULL, JavaType.erased(type), text)).value;
    assertEquals(box, made.getClass());
    assertEquals(value, made.toString());
  }

  @Test
  void whereAnyObjectFitsTheEarlierValueGivesTheKind() {
    Recipe made = number(new Literal(1L), JavaType.OBJECT, "7");
    assertEquals(7L, ((Literal) made).value);
  }

  @Test
  void nullAndTextsFitReferencesOnly() {
    assertEquals(Literal.NULL, put(new Literal("a"), PLAIN, Proposal.Kind.NULL, ""));
    assertNull(put(new Literal(1), INT, Proposal.Kind.NULL, ""));
    JavaType text = JavaType.ofClass("java.lang.String");
    assertEquals("key", ((Literal) put(Literal.NULL, text, Proposal.Kind.TEXT, "key")).value);
    assertNull(put(new Literal(1), INT, Proposal.Kind.TEXT, "key"));
    assertNull(put(array(1), INTS, Proposal.Kind.TEXT, "key"));
    JavaType box = JavaType.ofClass("java.lang.Integer");
    assertNull(put(Literal.NULL, box, Proposal.Kind.TEXT, "key"));
  }

  @Test
  void aConstantIsNamedByItsClassAndField() {
    Constant made = (Constant) put(Literal.NULL, PLAIN, Proposal.Kind.CONSTANT, "p/E.X");
    assertEquals("p.E X", made.owner + " " + made.field);
  }

  @Test
  void anObjectIsMadeWhereNoneIs() {
    Made any = (Made) put(Literal.NULL, PLAIN, Proposal.Kind.NOT_NULL, "");
    assertEquals("Plain", any.creation.owner);
    Recipe kept = new Made(any.creation, List.of());
    assertEquals(kept, put(kept, PLAIN, Proposal.Kind.NOT_NULL, ""));
    Made typed = (Made) put(Literal.NULL, JavaType.OBJECT, Proposal.Kind.TYPE, "Plain");
    assertEquals("Plain", typed.creation.owner);
  }

  @Test
  void anElementOfAnArrayIsReplacedAndTheArrayGrows() {
    assertEquals("[1, 9]", Written.text(number(array(1, 2), INTS, "9", "[1]")));
    String grown = Written.text(number(array(1), INTS, "9", "[2]"));
    assertTrue(grown.startsWith("[1, ") && grown.endsWith(", 9]"), grown);
    assertNull(number(array(1), INTS, "9", "[81]"));
    assertNull(number(array(1), INTS, "9", "[70000]"));
  }

  @Test
  void anArrayGetsASize() {
    assertEquals("[1]", Written.text(number(array(1, 2), INTS, "1", "#")));
    assertEquals("[]", Written.text(number(array(1, 2), INTS, "0", "#")));
    assertNull(number(array(1, 2), INTS, "-1", "#"));
    assertNull(number(array(1, 2), INTS, "81", "#"));
  }

  @Test
  void anElementOfAListIsReplacedAddedOrCounted() {
    assertEquals("list(add 1, add 9)", Written.text(number(list(1, 2), LIST, "9", "[1]")));
    assertEquals("list(add 9, add 1)", Written.text(number(list(1), LIST, "9", "+")));
    assertEquals("list(add 1)", Written.text(number(list(1, 2), LIST, "1", "#")));
    assertEquals(3, ((Made) number(list(1), LIST, "3", "#")).then.size());
    assertNull(number(list(1), LIST, "9", "(\"key\")"));
  }

  @Test
  void anEntryOfAMapIsReplacedAndComesLast() {
    JavaType map =
        new JavaType("Ljava/util/Map;", List.of(JavaType.ofClass("java.lang.String"), INT));
    Call creation = new Call("java.util.HashMap", "<init>", "()V", List.of());
    Made old = new Made(creation, List.of(entry("a", 1), entry("b", 2)));
    assertEquals("b=2 a=9", entries(number(old, map, "9", "(\"a\")")));
    assertEquals("a=1 b=2 c=9", entries(number(old, map, "9", "(\"c\")")));
    assertEquals("b=2", entries(number(old, map, "1", "#")));
    assertNull(number(old, map, "9", "[0]"));
  }

  private static Call entry(String key, int value) {
    List<Recipe> pair = List.of(new Literal(key), new Literal(value));
    return new Call("java.util.HashMap", "put", ContainerMakers.PUT, pair);
  }

  private static String entries(Recipe map) {
    StringBuilder out = new StringBuilder();
    for (Call call : ((Made) map).then) {
      out.append(out.length() == 0 ? "" : " ");
      out.append(((Literal) call.arguments.get(0)).value).append('=');
      out.append(((Literal) call.arguments.get(1)).value);
    }
    return out.toString();
  }

  @Test
  void aFieldIsSetByTheConstructorOrASetter() {
    Recipe plain =
        new Made(new Call("Plain", "<init>", "(I)V", List.of(new Literal(1))), List.of());
    Made sized = (Made) number(plain, PLAIN, "9", ".size");
    assertEquals(9, ((Literal) sized.creation.arguments.get(0)).value);
    Made named = (Made) put(plain, PLAIN, Proposal.Kind.TEXT, "key", ".name");
    assertEquals("setName", named.then.get(0).name);
    assertEquals("key", ((Literal) named.then.get(0).arguments.get(0)).value);
    assertNull(number(plain, PLAIN, "9", ".missing"));
  }

  @Test
  void aConstantThatAMethodSetsIsReachedByItsCall() {
    Recipe plain =
        new Made(new Call("Plain", "<init>", "(I)V", List.of(new Literal(1))), List.of());
    Made enabled = (Made) number(plain, PLAIN, "1", ".on");
    assertEquals("enable", enabled.then.get(0).name);
    assertNull(number(plain, PLAIN, "0", ".on"));
  }

  @Test
  void aResultIsTheFieldThatTheMethodReturns() {
    Recipe plain =
        new Made(new Call("Plain", "<init>", "(I)V", List.of(new Literal(1))), List.of());
    Made sized = (Made) number(plain, PLAIN, "9", "size()");
    assertEquals(9, ((Literal) sized.creation.arguments.get(0)).value);
    assertNull(number(plain, PLAIN, "9", "other()"));
  }
}
