package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.compare.Counterparts;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.input.Ablation;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Inputs;
import org.refverify.fuzzer.input.Space;
import org.refverify.fuzzer.input.Trial;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeJson;
import org.refverify.fuzzer.recipe.StandIn;
import org.refverify.fuzzer.run.Version;

/** A difference between two versions is confirmed, and its input is made simpler. */
class ShrinkingTest {
  @TempDir Path folder;

  private ClassFiles old;
  private ClassFiles fresh;

  private Duel duel(String before, String after) throws IOException {
    old = Compiled.of("class A { " + before + " }").files(folder.resolve("old"));
    fresh = Compiled.of("class A { " + after + " }").files(folder.resolve("new"));
    Counterparts pair = Counterparts.of(old, fresh, Renames.NONE);
    return new Duel(
        new Version(old, new TreeMap<>(), () -> pair.writer(false), List.of()),
        new Version(fresh, new TreeMap<>(), () -> pair.writer(true), List.of()),
        new Renaming(Renames.NONE),
        Beat.open(folder.resolve("beat")));
  }

  private static Entry entry(String descriptor) {
    MethodName method = new MethodName("A", "f", descriptor);
    TreeSet<MethodName> reaches = new TreeSet<>(Set.of(method));
    return new Entry(method, method, Entry.Adapter.SAME, null, false, 0, reaches);
  }

  private InputSource source(Entry entry, Recipe... captured) {
    Space space = Space.of(old, fresh, Renames.NONE, Ablation.NONE);
    return Inputs.of(entry, space, List.of(new Input(null, List.of(captured), 0)), 1);
  }

  private static Recipe array(int... values) {
    List<Recipe> elements = new java.util.ArrayList<>();
    for (int value : values) {
      elements.add(new Literal(value));
    }
    return new ArrayValue("I", elements);
  }

  static Stream<Arguments> differences() {
    return Stream.of(
        arguments(
            "(I)I",
            "static int f(int n) { return n > 100 ? 1 : 0; }",
            "static int f(int n) { return 0; }",
            new Literal(4711),
            new Literal(101)),
        arguments(
            "(I)I",
            "static int f(int n) { return n < -7 ? 1 : 0; }",
            "static int f(int n) { return 0; }",
            new Literal(-4711),
            new Literal(-8)),
        arguments(
            "(Ljava/lang/String;)I",
            "static int f(String s) { return s.contains(\"key\") ? 1 : 0; }",
            "static int f(String s) { return 0; }",
            new Literal("what key it is"),
            new Literal("key")),
        arguments(
            "(Ljava/lang/String;)I",
            "static int f(String s) { return s.length() > 2 ? 1 : 0; }",
            "static int f(String s) { return 0; }",
            new Literal("Xyz-17"),
            new Literal("aaa")),
        arguments(
            "([I)I",
            "static int f(int[] a) { for (int n : a) { if (n == 5) { return 1; } } return 0; }",
            "static int f(int[] a) { return 0; }",
            array(3, 1, 5, 9, 5),
            array(5)),
        arguments(
            "([I)I",
            "static int f(int[] a) { return a.length; }",
            "static int f(int[] a) { return Math.min(a.length, 2); }",
            array(3, 1, 5, 9, 5),
            array(0, 0, 0)));
  }

  @ParameterizedTest
  @MethodSource("differences")
  void theSimplestInputThatShowsTheDifferenceIsFound(
      String descriptor, String before, String after, Recipe large, Recipe simple)
      throws IOException {
    Duel duel = duel(before, after);
    Entry entry = entry(descriptor);
    InputSource source = source(entry, large);
    Trial trial = source.next();
    Suspect suspect = Confirmation.look(duel, entry, trial, Duel.BUDGET);
    assertNotNull(suspect);
    Suspect shrunk = new Shrinking(duel, source, Duel.BUDGET).shrink(suspect);
    assertEquals(text(simple), text(shrunk.trial.input.arguments.get(0)));
    assertEquals("[RETURN]", shrunk.tags.toString());
    Counts counts = new Counts();
    Suspect confirmed = new Confirmation(duel, counts).confirm(entry, trial, source);
    assertEquals(text(simple), text(confirmed.trial.input.arguments.get(0)));
    assertEquals(0, counts.dropped + counts.nondeterministic);
  }

  private static String text(Recipe recipe) {
    return JsonWriter.write(RecipeJson.write(recipe));
  }

  @Test
  void anotherKindOfDifferenceIsNotGoneOnWith() throws IOException {
    Duel duel =
        duel(
            "static int f(int n) { return n; }",
            "static int f(int n) { if (n < 50) { throw new IllegalStateException(); }"
                + " return n > 99 ? 0 : n; }");
    Entry entry = entry("(I)I");
    InputSource source = source(entry, new Literal(4711));
    Suspect suspect = Confirmation.look(duel, entry, source.next(), Duel.BUDGET);
    Suspect shrunk = new Shrinking(duel, source, Duel.BUDGET).shrink(suspect);
    assertEquals("[RETURN]", shrunk.tags.toString());
    assertEquals(text(new Literal(100)), text(shrunk.trial.input.arguments.get(0)));
  }

  @Test
  void equalVersionsGiveNoSuspect() throws IOException {
    Duel duel =
        duel("static int f(int n) { return n + n; }", "static int f(int n) { return 2 * n; }");
    Entry entry = entry("(I)I");
    InputSource source = source(entry, new Literal(4711));
    Trial trial = source.next();
    assertNull(Confirmation.look(duel, entry, trial, Duel.BUDGET));
    Counts counts = new Counts();
    assertNull(new Confirmation(duel, counts).confirm(entry, trial, source));
    assertEquals(1, counts.dropped);
  }

  @Test
  void anOldVersionThatDisagreesWithItselfGivesNoSuspect() throws IOException {
    Duel duel =
        duel(
            "static int f(int n) { return System.identityHashCode(new Object()); }",
            "static int f(int n) { return -1; }");
    Entry entry = entry("(I)I");
    InputSource source = source(entry, new Literal(1));
    Counts counts = new Counts();
    assertNull(new Confirmation(duel, counts).confirm(entry, source.next(), source));
    assertEquals(1, counts.nondeterministic);
  }

  @Test
  void aVersionThatOnlyNeedsMoreStepsIsSlowerAndNotOther() throws IOException {
    String loop =
        "static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s++; } return s; }";
    Duel duel = duel("static int f(int n) { return n; }", loop);
    Entry entry = entry("(I)I");
    InputSource source = source(entry, new Literal(300_000));
    Counts counts = new Counts();
    assertNull(new Confirmation(duel, counts).confirm(entry, source.next(), source));
    assertTrue(counts.slower);
    assertEquals(1, counts.onesided);
  }

  static Stream<Arguments> renamed() {
    Call old = new Call("p.Old", "f", "(Lp/Old;)Lp/Old;", List.of(new ClassValue("p.Old")));
    return Stream.of(
        arguments(new Literal("p.Old"), "{\"kind\":\"String\",\"value\":\"p.Old\"}"),
        arguments(new Again(1), "{\"kind\":\"again\",\"number\":1}"),
        arguments(new ClassValue("p.Old$In"), "{\"kind\":\"class\",\"name\":\"p.New$In\"}"),
        arguments(
            new Constant("p.Old", "X"),
            "{\"kind\":\"constant\",\"owner\":\"p.New\",\"field\":\"X\"}"),
        arguments(
            new ArrayValue("Lp/Old;", List.of()),
            "{\"kind\":\"array\",\"element\":\"Lp/New;\",\"elements\":[]}"),
        arguments(
            new StandIn("p.Old", List.of()),
            "{\"kind\":\"stand-in\",\"type\":\"p.New\",\"answers\":[]}"),
        arguments(
            new Fields("p.Old", Map.of("p.Old#n", Literal.NULL)),
            "{\"kind\":\"fields\",\"class\":\"p.New\",\"values\":{\"p.New#n\":{\"kind\":\"null\"}}}"),
        arguments(
            new Made(old, List.of()),
            "{\"kind\":\"made\",\"creation\":{\"owner\":\"p.New\",\"name\":\"f\","
                + "\"descriptor\":\"(Lp/New;)Lp/New;\",\"arguments\":"
                + "[{\"kind\":\"class\",\"name\":\"p.New\"}]},\"then\":[]}"));
  }

  @ParameterizedTest
  @MethodSource("renamed")
  void anInputOfTheOldVersionGetsTheNamesOfTheNewOne(Recipe recipe, String text) {
    Renaming renaming = new Renaming(new Renames(Map.of("p.Old", "p.New"), Map.of()));
    Input input = renaming.fresh(new Input(recipe, List.of(recipe), 7));
    assertEquals(text, text(input.receiver));
    assertEquals(text, text(input.arguments.get(0)));
    assertEquals(7, input.world);
  }

  @Test
  void withoutRenamesTheInputIsTheSame() {
    Input input = new Input(null, List.of(new ClassValue("p.Old")), 0);
    assertEquals(true, input == new Renaming(Renames.NONE).fresh(input));
  }

  @Test
  void exhaustionRoundingAndAbsurdInputAreWeak() {
    for (Tag tag : Tag.values()) {
      TreeSet<Tag> tags = new TreeSet<>(Set.of(tag));
      boolean strong = new Suspect(null, null, tags, null, null, false).strong();
      boolean weak = tag == Tag.RESOURCE || tag == Tag.ROBUSTNESS || tag == Tag.FP_ROUNDING;
      assertEquals(!weak, strong, tag.label());
      tags.add(Tag.RETURN);
      assertTrue(new Suspect(null, null, tags, null, null, false).strong());
    }
  }
}
