package launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileServiceTest {
  private static final String PLAN =
      "set main\nencoding UTF-8\noutput ../main\noption -proc:none\nsource p/A.java\n"
          + "source p/B.java\nchanged p/A.java\n";

  @TempDir Path work;
  @TempDir Path base;

  @BeforeEach
  void layBase() throws IOException {
    Files.createDirectory(base.resolve("p"));
    Files.writeString(base.resolve("p/A.java"), "package p; class A { }");
    Files.writeString(base.resolve("p/B.java"), "package p; class B { A a = new A(); }");
  }

  private Pieces asked(String changed) throws IOException {
    Pieces question = new Pieces(new byte[16]);
    question.named.put("plan", PLAN.getBytes(UTF_8));
    question.named.put("tree/p/A.java", changed.getBytes(UTF_8));
    return new CompileService(work.toFile(), base.toFile()).answer(question);
  }

  private static String said(Pieces answer, String piece) {
    return new String(answer.named.get(piece), UTF_8);
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> found = Files.list(work)) {
      return found.toList();
    }
  }

  @Test
  void aChangedSourceIsCompiledBesideTheBasesAndNothingIsLeft() throws IOException {
    Pieces answer = asked("package p; class A { class Inner { } }");

    assertEquals("0", said(answer, "status"));
    assertEquals(
        Set.of("output", "main/p/A.class", "main/p/A$Inner.class", "main/p/B.class", "status"),
        answer.named.keySet());
    assertEquals(List.of(), left());
  }

  @Test
  void anErrorNamesTheSourceByItsPathInTheTreeWhoeverChangedIt() throws IOException {
    String output = said(asked("package p; class A { private A() { } }"), "output");

    assertEquals(
        "error\tp/B.java\t1\tA() has private access in p.A", output.lines().toList().get(1));
    assertEquals(List.of(), left());
  }

  @Test
  void whatJavacDoesNotEndByAnErrorOfASourceIsNoAnswer() throws IOException {
    String deep = "class A { int f(int a) { return " + "(a+".repeat(60_000) + "a; } }";

    Pieces answer = asked(deep);

    assertEquals("odd", said(answer, "status"));
    assertEquals(List.of(), left());
  }

  @Test
  void aSourceOutsideOfTheTreeIsNotWritten() throws IOException {
    Pieces question = new Pieces(new byte[16]);
    question.named.put("plan", PLAN.getBytes(UTF_8));
    question.named.put("tree/../../evil.txt", new byte[0]);

    Pieces answer = new CompileService(work.toFile(), base.toFile()).answer(question);

    assertEquals("odd", said(answer, "status"));
    assertEquals(List.of(), left());
  }

  @Test
  void theChannelKeepsNamesAndContentsAsTheyAre() throws IOException {
    Pieces sent = new Pieces(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    sent.named.put("plan", "line\n".getBytes(UTF_8));
    sent.named.put("tree/\u00e4\n/A.java", new byte[] {0, 10, (byte) 255});
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    sent.write(new DataOutputStream(wire));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(wire.toByteArray()));

    Pieces read = Pieces.read(in);

    assertArrayEquals(sent.number, read.number);
    assertEquals(List.copyOf(sent.named.keySet()), List.copyOf(read.named.keySet()));
    assertArrayEquals(new byte[] {0, 10, (byte) 255}, read.named.get("tree/\u00e4\n/A.java"));
    assertNull(Pieces.read(in), "the channel has ended");
  }

  private static final String TWO_MODULES =
      "set main\noutput ../main\n%1$soption -proc:none\nsource p/A.java\n%2$s"
          + "set main-1\noutput ../main-1\n%3$spath ../main\n%4$soption -proc:none\n"
          + "source q/C.java\n%5$s";

  private Pieces askedOfTwo(Map<String, String> changed, String... more) throws IOException {
    Pieces question = new Pieces(new byte[16]);
    question.named.put("plan", String.format(TWO_MODULES, (Object[]) more).getBytes(UTF_8));
    changed.forEach((path, text) -> question.named.put("tree/" + path, text.getBytes(UTF_8)));
    return new CompileService(work.toFile(), base.toFile()).answer(question);
  }

  /** Compiles {@code p.A} and {@code p.B}, and in another module {@code q.C}, which needs them. */
  private void layClasses(Path classes) throws IOException {
    Files.createDirectory(base.resolve("q"));
    Files.writeString(base.resolve("p/A.java"), "package p; public class A { }");
    Files.writeString(base.resolve("p/B.java"), "package p; public class B { }");
    Files.writeString(base.resolve("q/C.java"), "package q; class C { p.A a; p.B b; }");
    Pieces whole = askedOfTwo(Map.of(), "", "source p/B.java\n", "", "", "");
    for (String name : List.of("main/p/A.class", "main/p/B.class", "main-1/q/C.class")) {
      Files.createDirectories(classes.resolve(name).getParent());
      Files.write(classes.resolve(name), whole.named.get(name));
    }
  }

  private Pieces askedOnClasses(Path classes, String ofMain) throws IOException {
    String base = "base " + classes;
    Map<String, String> changed =
        Map.of(
            "p/A.java", "package p; public class A { private int more; }",
            "q/C.java", "package q; class C { p.A a; p.B b; private int more; }");
    return askedOfTwo(
        changed,
        base + "/main\n",
        ofMain,
        base + "/main-1\n",
        "behind " + classes + "/main\n",
        "changed q/C.java\n");
  }

  @Test
  void anotherModuleIsCompiledAgainstWhatIsNewAndBehindThatTheBasesClasses(@TempDir Path classes)
      throws IOException {
    layClasses(classes);

    Pieces answer = askedOnClasses(classes, "source p/B.java\nchanged p/A.java\n");

    assertEquals("0", said(answer, "status"));
    assertEquals(
        Set.of("output", "main/p/A.class", "main-1/q/C.class", "status"), answer.named.keySet());
  }

  @Test
  void whereAnEarlierModuleWasCompiledWholeTheBasesClassesAreNotThere(@TempDir Path classes)
      throws IOException {
    layClasses(classes);

    Pieces answer = askedOnClasses(classes, "changed p/A.java\ndeleted yes\n");

    assertEquals("1", said(answer, "status"));
    List<String> lines = said(answer, "output").lines().filter(l -> l.startsWith("error")).toList();
    assertEquals(1, lines.size(), lines.toString());
    assertTrue(lines.get(0).startsWith("error\tq/C.java\t1\tcannot find symbol"), lines.get(0));
  }

  @Test
  void aModuleThatWasNotCompiledKeepsTheBasesClassesWhereALaterOneWasCompiledWhole(
      @TempDir Path classes) throws IOException {
    layClasses(classes);
    Files.createDirectory(base.resolve("r"));
    Files.writeString(base.resolve("r/D.java"), "package r; class D { p.A a; q.C c; }");
    String path = "path ../main\nbehind " + classes + "/main\n";
    String plan =
        "set main\noutput ../main\nbase %1$s/main\noption -proc:none\nsource p/A.java\n"
            + "source p/B.java\nset main-1\noutput ../main-1\nbase %1$s/main-1\n%2$s"
            + "option -proc:none\nsource q/C.java\nchanged q/C.java\nset main-2\n"
            + "output ../main-2\nbase %1$s/main-2\npath ../main-1\nbehind %1$s/main-1\n%2$s"
            + "option -proc:none\nsource r/D.java\n";
    Pieces question = new Pieces(new byte[16]);
    question.named.put("plan", String.format(plan, classes, path).getBytes(UTF_8));
    question.named.put(
        "tree/q/C.java", "package q; public class C { p.A a; p.B b; }".getBytes(UTF_8));

    Pieces answer = new CompileService(work.toFile(), base.toFile()).answer(question);

    assertEquals("0", said(answer, "status"), said(answer, "output"));
    assertEquals(
        Set.of("output", "main-1/q/C.class", "main-2/r/D.class", "status"), answer.named.keySet());
  }
}
