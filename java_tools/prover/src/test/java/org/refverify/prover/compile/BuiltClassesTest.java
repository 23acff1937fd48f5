package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;
import static org.refverify.prover.compile.Trees.version;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltClassesTest {
  private static BuiltClasses classes(String main, String other) {
    Map<String, byte[]> compiled =
        version(tree("a/Main.java", main, "a/Other.java", other), "a/Main.java", "a/Other.java")
            .compiled()
            .classes();
    return new BuiltClasses(compiled, JAVA, Map.of());
  }

  private static final String OTHER =
      "package a; class Other { Inner inner; static class Inner { int total() { return 1; } } }";

  @Test
  void classesThatDifferAreNamedByTheirTopLevelClass() {
    BuiltClasses before =
        classes("package a; class Main { Object o = new Object() { int x; }; }", OTHER);
    BuiltClasses after =
        classes("package a; class Main { Object o = new Object() { int y; }; }", OTHER);
    assertEquals(Set.of("a/Main"), before.different(after));
  }

  @Test
  void includedClassesComeWithTheirNestedOnesAndTheRestIsTheWorld() {
    BuiltClasses version = classes("package a; class Main { }", OTHER);
    version.include(Set.of("a/Other", "a/Gone"));
    assertEquals(Set.of("a/Other", "a/Other$Inner"), version.compiled().classes().keySet());
    assertNotNull(version.compiled().world().find("a/Main"));
    assertNotNull(version.compiled().world().find("java/util/Map$Entry"));
  }

  @Test
  void namesAreFoundInConstantsAndDescriptors() {
    BuiltClasses version =
        classes("package a; class Main { int m() { return new Other.Inner().total(); } }", OTHER);
    assertEquals(Set.of("a/Main", "a/Other"), version.mentioning(Set.of("total")));
    assertEquals(Set.of("a/Main", "a/Other"), version.mentioning(Set.of("Inner")));
    assertEquals(Set.of(), version.mentioning(Set.of("tota")));
  }

  @Test
  void aClassIsFoundByTheNameOfItsSuperclass() {
    BuiltClasses version = classes("package a; class Main extends Other.Inner { }", OTHER);
    assertEquals(Set.of("a/Main"), version.mentioning(Set.of("extends Inner")));
    assertEquals(Set.of(), version.mentioning(Set.of("extends Main")));
  }

  @Test
  void aClassOfTheUnnamedPackageIsFoundInADescriptor() {
    Map<String, byte[]> compiled =
        version(
                tree("A.java", "class A { int m(B b) { return 1; } }", "B.java", "class B {}"),
                "A.java")
            .compiled()
            .classes();
    assertEquals(Set.of("A"), new BuiltClasses(compiled, JAVA, Map.of()).mentioning(Set.of("B")));
  }

  @Test
  void theFirstFolderThatHasAClassDecidesAndAnyOtherIsComparedByItsContent(@TempDir Path folder)
      throws IOException {
    Path main = Files.createDirectories(folder.resolve("main"));
    Path test = Files.createDirectories(folder.resolve("test"));
    Files.write(main.resolve("A.class"), file("int main;"));
    Files.write(test.resolve("A.class"), file("int test;"));
    Files.write(Files.createDirectory(test.resolve("b")).resolve("B.class"), new byte[0]);

    BuiltClasses version = BuiltClasses.below(List.of(main, test), JAVA, Map.of("a.txt", "hash"));

    version.include(Set.of("A"));
    assertArrayEquals(file("int main;"), version.compiled().classes().get("A"));
    assertEquals(Set.of("A", "b/B"), version.different(new BuiltClasses(Map.of(), JAVA, Map.of())));
    assertEquals(
        Map.of("folder 1: A", Digest.of(file("int test;")), "a.txt", "hash"),
        version.compiled().otherFiles());
  }

  @Test
  void aNameBeyondTheFirstPlaneIsFound() {
    String letter = "\uD835\uDCB3";
    BuiltClasses version =
        classes("package a; class Main { void " + letter + "() { } int \u00e4; }", OTHER);
    assertEquals(Set.of("a/Main"), version.mentioning(Set.of(letter)));
    assertEquals(Set.of("a/Main"), version.mentioning(Set.of("\u00e4")));
  }

  @Test
  void aClassFileAtAnotherPlaceThanItsNameSaysHidesNone() {
    BuiltClasses version =
        new BuiltClasses(
            Map.of("A", file("int a;"), "META-INF/versions/9/A", file("int b;")), JAVA, Map.of());
    version.include(Set.of("A", "META-INF/versions/9/A"));

    assertEquals(Set.of("A"), version.compiled().classes().keySet());
    assertEquals(
        Map.of("META-INF/versions/9/A.class", Digest.of(file("int b;"))),
        version.compiled().otherFiles());
  }

  private static byte[] file(String member) {
    return version(tree("A.java", "class A { " + member + " }"), "A.java")
        .compiled()
        .classes()
        .get("A");
  }
}
