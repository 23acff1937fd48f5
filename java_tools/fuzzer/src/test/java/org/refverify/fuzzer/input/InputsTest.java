package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.RecipeJson;
import org.refverify.fuzzer.run.Clue;

class InputsTest {
  private static final String SOURCE =
      """
      class A {
        static boolean f(int n, String s) { return n == 4711 && s.equals("key"); }
        static void g(Closed c) { }
      }
      class Closed { Closed(Missing m) { } }
      class Missing { }
      """;

  @TempDir static Path folder;
  private static ClassFiles files;
  private static ClassFiles without;

  @BeforeAll
  static void compile() throws IOException {
    files = Drawn.files(folder.resolve("old"), SOURCE);
    without = Drawn.files(folder.resolve("new"), "class Other { }");
  }

  private static Entry entry(String name, String descriptor, String receiver) {
    MethodName method = new MethodName("A", name, descriptor);
    TreeSet<MethodName> reaches = new TreeSet<>(Set.of(method));
    return new Entry(method, method, Entry.Adapter.SAME, receiver, false, 0, reaches);
  }

  private static InputSource source(Ablation ablation, List<Input> captured, long seed) {
    Space space = Space.of(files, files, Renames.NONE, ablation);
    return Inputs.of(entry("f", "(ILjava/lang/String;)Z", null), space, captured, seed);
  }

  private static String text(Input input) {
    return JsonWriter.write(RecipeJson.write(input));
  }

  private static List<String> some(InputSource source, int count) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(text(source.next().input));
      source.learn(i % 5 == 0 ? InputSource.Outcome.NOVEL : InputSource.Outcome.KNOWN);
    }
    return found;
  }

  @Test
  void theSimplestInputComesFirst() {
    Trial first = source(Ablation.NONE, List.of(), 1).next();
    assertEquals("0 ''", Written.text(first.input));
    assertEquals(0, first.input.world);
    assertNull(first.captured);
  }

  @Test
  void inputsAreThoseOfTheSeed() {
    List<String> one = some(source(Ablation.NONE, List.of(), 7), 200);
    assertEquals(one, some(source(Ablation.NONE, List.of(), 7), 200));
    assertTrue(!one.equals(some(source(Ablation.NONE, List.of(), 8), 200)));
    assertTrue(new HashSet<>(one).size() > 150, "few are repeated");
  }

  @Test
  void capturedInputsAreReplayedFirst() {
    Input one = Written.input(3, new Literal(1), new Literal("one"));
    Input two = Written.input(0, new Literal(2), new Literal("two"));
    InputSource source = source(Ablation.NONE, List.of(one, two), 1);
    assertSame(one, source.next().input);
    assertSame(two, source.next().input);
    boolean edited = false;
    for (int i = 0; i < 50; i++) {
      Trial trial = source.next();
      edited |= trial.captured != null && trial.choices.length > 0;
    }
    assertTrue(edited, "captured inputs are edited too");
  }

  @Test
  void capturedInputsCanBeLeftOut() {
    Input one = Written.input(0, new Literal(1), new Literal("one"));
    InputSource source = source(Ablation.NO_CAPTURE, List.of(one), 1);
    for (int i = 0; i < 50; i++) {
      assertNull(source.next().captured);
    }
  }

  @Test
  void theChoicesMakeTheInputAgain() {
    InputSource source = source(Ablation.NONE, List.of(), 5);
    for (int i = 0; i < 100; i++) {
      Trial trial = source.next();
      Making making = new Making(Choices.replay(trial.choices), true);
      Makers makers =
          new Makers(
              new CommonClasses(files, files, Renames.NONE),
              Space.of(files, files, Renames.NONE, Ablation.NONE)
                  .pool(entry("f", "(ILjava/lang/String;)Z", null)));
      List<org.refverify.fuzzer.recipe.Recipe> arguments = new ArrayList<>();
      arguments.add(makers.of(JavaType.erased("I")).make(making));
      arguments.add(makers.of(JavaType.ofClass("java.lang.String")).make(making));
      Input again = new Input(null, arguments, Inputs.world(making.choices));
      assertEquals(text(trial.input), text(again));
      assertArrayEquals(trial.choices, making.choices.taken());
    }
  }

  @Test
  void constantsOfTheCodeAreTried() {
    boolean number = false;
    boolean word = false;
    for (String each : some(source(Ablation.NONE, List.of(), 1), 300)) {
      number |= each.contains("\"4711\"");
      word |= each.contains("\"key\"");
    }
    assertTrue(number && word);
  }

  @Test
  void withoutTheValueModelNoConstantIsTried() {
    for (String each : some(source(Ablation.NO_VALUES, List.of(), 1), 300)) {
      assertTrue(!each.contains("\"4711\"") && !each.contains("\"key\""), each);
    }
  }

  @Test
  void whatTheCodeComparedIsFollowed() {
    InputSource source = source(Ablation.NO_VALUES, List.of(), 1);
    boolean found = false;
    for (int i = 0; i < 60 && !found; i++) {
      Trial trial = source.next();
      found = text(trial.input).contains("\"123456\"");
      source.learn(InputSource.Outcome.NOVEL);
      Object first = ((Literal) trial.input.arguments.get(0)).value;
      long number = ((Integer) first).longValue();
      source.follow(List.of(new Clue(Clue.Kind.NUMBER, number, 123456L)));
    }
    assertTrue(found);
  }

  @Test
  void aMadeInputIsSimplifiedByItsChoicesAndACapturedOneByItsValues() {
    InputSource source = source(Ablation.NONE, List.of(), 3);
    Trial made = source.next();
    while (made.choices.length < 4 || Simpler.trimmed(made.choices).length < 2) {
      made = source.next();
    }
    Trial simpler = source.simpler(made).next();
    assertTrue(Simpler.isLess(simpler.choices, made.choices));
    Input one = Written.input(0, new Literal(9), new Literal(""));
    Trial captured = source(Ablation.NONE, List.of(one), 1).next();
    assertEquals("0 ''", Written.text(source.simpler(captured).next().input));
  }

  @Test
  void anEntryWhoseReceiverCannotBeMadeHasNoInput() {
    Space space = Space.of(files, without, Renames.NONE, Ablation.NONE);
    InputSource source = Inputs.of(entry("h", "()V", "A"), space, List.of(), 1);
    assertNull(source.next());
    assertTrue(source.unsupported().toString().contains("A"), source.unsupported().toString());
  }

  @Test
  void anArgumentThatCannotBeMadeIsNull() {
    Space space = Space.of(files, without, Renames.NONE, Ablation.NONE);
    InputSource source = Inputs.of(entry("g", "(LClosed;)V", null), space, List.of(), 1);
    for (int i = 0; i < 20; i++) {
      assertEquals("null", Written.text(source.next().input).split(" ")[0]);
    }
    assertEquals("[Closed: not in both versions]", source.unsupported().toString());
  }
}
