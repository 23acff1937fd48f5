package org.refverify.fuzzer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.Counterparts;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
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
import org.refverify.fuzzer.recipe.StandIn;

/** One version runs inputs, and what a run shows is observed. */
class VersionTest {
  private static final String SOURCE =
      """
      class A {
        static int calls;
        int size;
        A(int size) { if (size < 0) { throw new IllegalArgumentException("negative"); } this.size = size; }
        int grow(int by) { size += by; return size; }
        static Object same(Object o) { return o; }
        static int plus(int n) { return n + 1; }
        static int fails(int n) { throw new IllegalStateException("n is " + n); }
        static int exits(int n) { System.exit(n); return 0; }
        static int swallows(int n) { try { System.exit(n); } catch (Throwable t) { } return 0; }
        static int loops(int n) { int i = 0; while (n > 0) { i++; } return i; }
        static int rounds(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += i; } return sum; }
        static int counts() { return ++calls; }
        static void sorts(int[] all) { java.util.Arrays.sort(all); }
        static double random() { return Math.random(); }
        static long clock() { return System.currentTimeMillis(); }
        static String uses(Source s) { return s.text(1) + s.text(2) + s.size(); }
        static int reads() throws Exception { return new java.io.FileInputStream("/etc/hostname").read(); }
        static int moved(A a, int by) { return a.grow(by); }
        static int key(int n) { return n == 4711 ? 1 : 0; }
        private int hidden() { return size; }
      }
      interface Source { String text(int n); int size(); default int twice() { return 2 * size(); } }
      enum E { X, Y }
      """;

  @TempDir static Path folder;
  private static ClassFiles files;

  @BeforeAll
  static void compile() throws IOException {
    files = Compiled.of(SOURCE).files(folder);
  }

  private static Version version() {
    Counterparts pair = Counterparts.of(files, files, Renames.NONE);
    return new Version(files, new TreeMap<>(), () -> pair.writer(false), List.of("A"));
  }

  private static Run run(String name, String descriptor, Recipe receiver, Recipe... arguments) {
    return version()
        .run(
            Target.of(new MethodName("A", name, descriptor)),
            new Input(receiver, List.of(arguments), 0),
            100_000,
            true);
  }

  private static String text(Run run, Channel channel) {
    return run.observation.text(channel);
  }

  private static Made sized(int size) {
    return new Made(new Call("A", "<init>", "(I)V", List.of(new Literal(size))), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "plus,     1, RETURNED,    RETURN,    2",
    "fails,    1, THREW,       EXCEPTION, java.lang.IllegalStateException{}",
    "exits,    3, EXITED,      EXIT,      3",
    "swallows, 4, EXITED,      EXIT,      4",
    "loops,    1, OVER_BUDGET, RETURN,    ''",
    "loops,    0, RETURNED,    RETURN,    0",
    "rounds,   4, RETURNED,    RETURN,    6",
  })
  void aRunEndsAndShowsWhy(String name, int argument, End end, Channel channel, String text) {
    Run run = run(name, "(I)I", null, new Literal(argument));
    assertEquals(end, run.observation.end, run.reason);
    assertEquals(text, text(run, channel));
  }

  @Test
  void theMessageOfAnExceptionIsAChannelOfItsOwn() {
    Run one = run("fails", "(I)I", null, new Literal(1));
    Run other = run("fails", "(I)I", null, new Literal(2));
    assertEquals("java.lang.IllegalStateException", one.observation.thrown);
    assertEquals("java.lang.IllegalStateException\"n is 1\"", text(one, Channel.MESSAGE));
    assertNotEquals(one.observation.hash(Channel.MESSAGE), other.observation.hash(Channel.MESSAGE));
    assertEquals(
        one.observation.hash(Channel.EXCEPTION), other.observation.hash(Channel.EXCEPTION));
  }

  @Test
  void stepsAreCounted() {
    Run few = run("rounds", "(I)I", null, new Literal(10));
    Run many = run("rounds", "(I)I", null, new Literal(1000));
    assertTrue(few.steps >= 10 && few.steps < 50, "steps: " + few.steps);
    assertTrue(many.steps >= 1000 && many.steps < 1100, "steps: " + many.steps);
  }

  @Test
  void changesOfReceiverArgumentsAndStaticsAreSeen() {
    Run grown = run("grow", "(I)I", sized(3), new Literal(4));
    assertEquals("7", text(grown, Channel.RETURN));
    assertEquals("A{size=7}", text(grown, Channel.RECEIVER));
    Recipe array = new ArrayValue("I", List.of(new Literal(2), new Literal(1)));
    Run sorted = run("sorts", "([I)V", null, array);
    assertEquals("java.lang.Object[][int[][1, 2]]", text(sorted, Channel.ARGUMENTS));
    Run counted = run("counts", "()I", null);
    assertEquals("static A{calls=1}\n", text(counted, Channel.STATICS));
  }

  @Test
  void theStateOfAClassStaysUntilItIsRenewed() {
    Version version = version();
    Target counts = Target.of(new MethodName("A", "counts", "()I"));
    Input nothing = new Input(null, List.of(), 0);
    assertEquals("1", text(version.run(counts, nothing, 1000, true), Channel.RETURN));
    assertEquals("2", text(version.run(counts, nothing, 1000, true), Channel.RETURN));
    version.renew();
    assertEquals("1", text(version.run(counts, nothing, 1000, true), Channel.RETURN));
    assertEquals("1", text(version.twin().run(counts, nothing, 1000, true), Channel.RETURN));
  }

  @ParameterizedTest
  @CsvSource({"random, ()D", "clock, ()J"})
  void chanceAndTimeAreThoseOfTheWorld(String name, String descriptor) {
    Target target = Target.of(new MethodName("A", name, descriptor));
    Version version = version();
    Input one = new Input(null, List.of(), 7);
    String first = text(version.run(target, one, 1000, true), Channel.RETURN);
    assertEquals(first, text(version.run(target, one, 1000, true), Channel.RETURN));
    if (name.equals("random")) {
      Input other = new Input(null, List.of(), 8);
      assertNotEquals(first, text(version.run(target, other, 1000, true), Channel.RETURN));
    }
  }

  @Test
  void useOfChanceIsKnown() {
    Session.forgetChance();
    run("plus", "(I)I", null, new Literal(1));
    assertEquals(false, Session.tookChance());
    run("random", "()D", null);
    assertEquals(true, Session.tookChance());
  }

  @Test
  void aFileIsDenied() {
    Run run = run("reads", "()I", null);
    assertEquals(End.DENIED, run.observation.end);
    assertTrue(!run.reason.isEmpty());
  }

  @Test
  void aStandInAnswersInTurnAndItsCallsAreSeen() {
    StandIn source =
        new StandIn("Source", List.of(new Literal("a"), new Literal("b"), new Literal(7)));
    Run run = run("uses", "(LSource;)Ljava/lang/String;", null, source);
    assertEquals("\"ab7\"", text(run, Channel.RETURN));
    assertEquals("text(1)\ntext(2)\nsize()\n", text(run, Channel.STAND_INS));
    Run empty = run("uses", "(LSource;)Ljava/lang/String;", null, new StandIn("Source", List.of()));
    assertEquals("\"0\"", text(empty, Channel.RETURN));
  }

  static Stream<Arguments> recipes() {
    Made list =
        new Made(
            new Call("java.util.ArrayList", "<init>", "()V", List.of()),
            List.of(add(new Literal(1)), add(new Literal("b"))));
    return Stream.of(
        arguments(new Literal("a"), "\"a\""),
        arguments(Literal.NULL, "null"),
        arguments(new ClassValue("A"), "class A"),
        arguments(new ClassValue("int"), "class int"),
        arguments(new Constant("E", "Y"), "E.Y"),
        arguments(new ArrayValue("[I", List.of(Literal.NULL)), "int[][][null]"),
        arguments(list, "list[1, \"b\"]"),
        arguments(sized(3), "A{size=3}"),
        arguments(
            new Made(
                sized(3).creation, List.of(new Call("A", "grow", "(I)I", List.of(new Literal(1))))),
            "A{size=4}"),
        arguments(new Fields("A", Map.of("A#size", new Literal(9))), "A{size=9}"),
        arguments(
            new Made(
                new Call(
                    "java.util.Collections",
                    "singletonList",
                    "(Ljava/lang/Object;)Ljava/util/List;",
                    List.of(sized(1))),
                List.of()),
            "list[A{size=1}]"));
  }

  private static Call add(Recipe element) {
    return new Call("java.util.List", "add", "(Ljava/lang/Object;)Z", List.of(element));
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void aRecipeMakesItsValue(Recipe recipe, String text) {
    Run run = run("same", "(Ljava/lang/Object;)Ljava/lang/Object;", null, recipe);
    assertEquals(End.RETURNED, run.observation.end, run.reason);
    String argument = text(run, Channel.ARGUMENTS);
    assertTrue(argument.contains(text), argument);
  }

  @Test
  void aReferenceIsTheEarlierObject() {
    Recipe pair =
        new ArrayValue("Ljava/lang/Object;", List.of(sized(1), new Again(1), new Again(2)));
    Run run = run("same", "(Ljava/lang/Object;)Ljava/lang/Object;", null, pair);
    assertTrue(
        text(run, Channel.ARGUMENTS).contains("A#0.2{size=1}, same as #0.2, 1]"),
        text(run, Channel.ARGUMENTS));
  }

  static Stream<Arguments> notBuilt() {
    return Stream.of(
        arguments(sized(-1), "java.lang.IllegalArgumentException"),
        arguments(new ClassValue("Missing"), "java.lang.ClassNotFoundException"),
        arguments(new Constant("E", "Z"), "java.lang.NoSuchFieldException"),
        arguments(new Again(5), "java.lang.IllegalArgumentException"),
        arguments(
            new ArrayValue("I", List.of(new Literal("a"))), "java.lang.IllegalArgumentException"),
        arguments(
            new Made(new Call("A", "none", "()LA;", List.of()), List.of()),
            "java.lang.NoSuchMethodException"),
        arguments(
            new Fields("A", Map.of("A#none", Literal.NULL)), "java.lang.NoSuchFieldException"));
  }

  @ParameterizedTest
  @MethodSource("notBuilt")
  void whatCannotBeMadeIsNotBuilt(Recipe recipe, String reason) {
    Run run = run("same", "(Ljava/lang/Object;)Ljava/lang/Object;", null, recipe);
    assertEquals(End.NOT_BUILT, run.observation.end);
    assertEquals(reason, run.reason);
  }

  @Test
  void aPrivateMethodIsCalledToo() {
    assertEquals("3", text(run("hidden", "()I", sized(3)), Channel.RETURN));
  }

  @Test
  void theValuesOfAMovedMethodAreRearranged() {
    Target moved = Target.arranged(new MethodName("A", "moved", "(LA;I)I"), new int[] {1, 0});
    Input input = new Input(null, List.of(new Literal(2), sized(3)), 0);
    assertEquals("5", text(version().run(moved, input, 1000, true), Channel.RETURN));
  }

  @Test
  void aReplacedClassIsRun() {
    byte[] other = Compiled.of(SOURCE.replace("return n + 1;", "return n + 2;")).bytes("A");
    Target plus = Target.of(new MethodName("A", "plus", "(I)I"));
    Input input = new Input(null, List.of(new Literal(1)), 0);
    assertEquals(
        "3", text(version().with("A", other).run(plus, input, 1000, true), Channel.RETURN));
  }

  @Test
  void whatTheCodeComparesIsAClue() {
    Session.forgetClues();
    run("key", "(I)I", null, new Literal(17));
    assertTrue(Session.clues().contains(new Clue(Clue.Kind.NUMBER, 17L, 4711L)));
    Session.forgetClues();
    assertEquals(List.of(), Session.clues());
  }

  @Test
  void newCodeIsSeenOnce() {
    Session.forgetCoverage();
    Version version = version();
    Target key = Target.of(new MethodName("A", "key", "(I)I"));
    version.run(key, new Input(null, List.of(new Literal(1)), 0), 1000, false);
    assertEquals(true, Session.sawNewCode());
    version.run(key, new Input(null, List.of(new Literal(2)), 0), 1000, false);
    assertEquals(false, Session.sawNewCode());
    version.run(key, new Input(null, List.of(new Literal(4711)), 0), 1000, false);
    assertEquals(true, Session.sawNewCode());
  }

  @Test
  void aReasonIsOneShortLine() {
    String reason = new Run(null, 0, "a\nb" + "x".repeat(500)).reason;
    assertEquals("a bx", reason.substring(0, 4));
    assertEquals(303, reason.length());
  }

  @Test
  void framesOfStackTracesAreNoOutput() throws IOException {
    Streams.Captured one = new Streams.Captured();
    Streams.Captured other = new Streams.Captured();
    one.begin();
    other.begin();
    one.write("Bad\n\tat A.f(A.java:1)\n\t... 3 more\nend\tat\n".getBytes(StandardCharsets.UTF_8));
    other.write("Bad\n\tat B.g(B.java:2)\nend\tat\n".getBytes(StandardCharsets.UTF_8));
    assertEquals("Bad\nend\tat\n", one.text());
    assertEquals(one.hash(), other.hash());
    other.write("\tatlas\n".getBytes(StandardCharsets.UTF_8));
    assertEquals("Bad\nend\tat\n\tatlas\n", other.text());
    assertNotEquals(one.hash(), other.hash());
  }

  @ParameterizedTest
  @CsvSource({"int, 0", "boolean, false", "char, 0", "double, 0.0"})
  void anAnswerOfAnotherTypeIsTheZero(String name, String zero) throws Exception {
    Class<?> type = Types.named(name, VersionTest.class.getClassLoader());
    Object made = Answers.fit(type, "text");
    assertEquals(zero, made instanceof Character unit ? "" + (int) unit : made.toString());
    assertEquals(made, Answers.fit(type, null));
    assertEquals("", Answers.fit(String.class, 7));
    assertEquals("a", Answers.fit(String.class, "a"));
  }
}
