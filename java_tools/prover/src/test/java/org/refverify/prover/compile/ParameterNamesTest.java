package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.compile.Trees.JAVA;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** A renamed parameter: {@code a} in the old version is {@code b} in the new one. */
class ParameterNamesTest {
  private static final String PLAIN = "class A { int f(int a, long c) { return a; } }";
  private static final String MARKS =
      "import java.lang.annotation.*;"
          + " @Retention(RetentionPolicy.RUNTIME) @interface Mark { }"
          + " @Retention(RetentionPolicy.CLASS) @interface Kept { }";

  private final ChangeProver prover = new ChangeProver(ProofBudget.DEFAULT);

  private Proof renamed(String source, String... pathsAndTexts) {
    Map<String, String> texts = new HashMap<>(Map.of("Mark.java", MARKS));
    for (int at = 0; at < pathsAndTexts.length; at += 2) {
      texts.put(pathsAndTexts[at], pathsAndTexts[at + 1]);
    }
    Map<String, String> after = new HashMap<>(texts);
    texts.put("A.java", source);
    after.put("A.java", source.replaceAll("\\ba\\b", "b"));
    return prover.sources(
        SourceChange.between(new TextTree(texts), new TextTree(after)), JAVA, Beliefs.NONE);
  }

  private static void assertSeen(String because, Proof proof) {
    assertEquals(Outcome.NOT_PROVED, proof.outcome());
    String all =
        proof.conditions().stream()
            .map(each -> each.kind().word() + ": " + each.why())
            .collect(Collectors.joining("\n"));
    assertTrue(all.contains("parameter-name: parameters were (a"), all);
    assertTrue(all.contains(because), all);
  }

  @Test
  void aNameThatNothingLooksAtIsProved() {
    Proof proof = renamed(PLAIN);

    assertEquals(Outcome.PROVED, proof.outcome());
    assertTrue(proof.assumptions().get(0).contains("no code looks at the program by reflection"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pom.xml | <compilerArgs><arg>-parameters</arg></compilerArgs>",
        "core/pom.xml | <parameters>true</parameters>",
        "pom.xml | <maven.compiler.parameters>true</maven.compiler.parameters>",
        "pom.xml | <artifactId>spring-boot-starter-parent</artifactId>",
        "build.gradle | options.compilerArgs << '-parameters'",
        "build.gradle.kts | options.compilerArgs.add(\"-parameters\")",
        "app/build.gradle | id 'org.springframework.boot' version '3.3.0'",
        "gradle/libs.versions.toml | boot = { id = \"org.springframework.boot\" }",
        ".mvn/maven.config | -Dmaven.compiler.parameters=true",
        "buildSrc/src/main/kotlin/Java.kt | options.compilerArgs.add(\"-parameters\")",
        "tools/build-logic/src/main/groovy/Java.groovy | options.compilerArgs << '-parameters'",
        "javac.args | -parameters",
      })
  void theCompilerKeepsTheNames(String path, String text) {
    assertSeen("class files keep the names of parameters", renamed(PLAIN, path, text));
    assertSeen(
        "class files keep the names of parameters",
        renamed("interface A { int f(int a); }", path, text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<parameters>false</parameters>", "<parameter>true</parameter>", ""})
  void anotherBuildFileChangesNothing(String text) {
    assertEquals(Outcome.PROVED, renamed(PLAIN, "pom.xml", text).outcome());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { @Mark int f(int a) { return a; } }",
        "class A { @Kept int f(int a) { return a; } }",
        "class A { int f(@Mark int a) { return a; } }",
        "class A { int f(int a, @Mark int c) { return a; } }",
        "class A { int f(@Missing int a) { return a; } }",
        "class A { @Mark A(int a) { } }",
        "@Mark class A { A(int a) { } }",
        "interface F { @Mark int f(int x); } class A implements F { public int f(int a) { return a;"
            + " } }",
      })
  void anAnnotationIsNear(String source) {
    assertSeen("who acts on the annotation @", renamed(source));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { @Deprecated @SuppressWarnings(\"x\") int f(int a) { return a; } }",
        "class A { @Mark int g(int x) { return x; } int f(int a) { return a; } }",
        "@Mark class A { int f(int a) { return a; } }",
        "class A { int f(@javax.annotation.Nullable Object a) { return 1; } }",
      })
  void anAnnotationForWhichNoCodeReadsNames(String source) {
    String nullable = "package javax.annotation; public @interface Nullable { }";
    Proof proof = renamed(source, "javax/annotation/Nullable.java", nullable);

    assertEquals(Outcome.PROVED, proof.outcome());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m.getParameters()[0].getName()",
        "java.util.Arrays.stream(m.getParameters()).map(java.lang.reflect.Parameter::getName)",
        "Other.getParameterNames(m)",
        "Other.lookupParameterNames(m)",
      })
  void codeOfAnotherFileReadsNames(String read) {
    String other =
        "class Other { static String[] getParameterNames(Object m) { return null; }"
            + " static String[] lookupParameterNames(Object m) { return null; } }";
    String reader = "class R { Object r(java.lang.reflect.Method m) { return " + read + "; } }";

    assertSeen(
        "code of the tree reads names of parameters",
        renamed(PLAIN, "R.java", reader, "Other.java", other));
  }

  @Test
  void theParametersOfARequestAreNoNamesOfParameters() {
    String request = "interface Request { java.util.Enumeration<String> getParameterNames(); }";
    String reader = "class R { Object r(Request m) { return m.getParameterNames(); } }";

    Proof proof = renamed(PLAIN, "R.java", reader, "Request.java", request);
    assertEquals(Outcome.PROVED, proof.outcome());
  }

  @Test
  void aMethodThatIsRenamedTooHasItsParametersChecked() {
    String old = "class A { private int f(int a) { return a; } int h() { return f(1); } }";
    Map<String, String> before = Map.of("A.java", old, "pom.xml", "-parameters");
    String now = old.replaceAll("\\bf\\b", "g").replaceAll("\\ba\\b", "b");
    Map<String, String> after = Map.of("A.java", now, "pom.xml", "-parameters");

    assertSeen(
        "-parameters",
        prover.sources(
            SourceChange.between(new TextTree(before), new TextTree(after)), JAVA, Beliefs.NONE));
  }

  @Test
  void buildFilesOfAFolderAreSearched(@TempDir Path folder) throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve("app")).resolve("A.java"), PLAIN);
    assertEquals(false, new FolderTree(folder).keepsParameterNames());
    Files.writeString(folder.resolve("app/build.gradle"), "compilerArgs = ['-parameters']");

    FolderTree tree = new FolderTree(folder);
    assertEquals(true, tree.keepsParameterNames());
    assertEquals(List.of("app/A.java"), List.copyOf(tree.paths()));
  }
}
