package org.refverify.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.libraries.Disk.manages;
import static org.refverify.libraries.Disk.needs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars that the tests of a module see, by its poms and the files on disk. */
class LibraryDeskTest {
  private static final String OWN =
      "<groupId>own</groupId><artifactId>%s</artifactId><version>1</version>";
  private static final String CHILD =
      "<parent><groupId>own</groupId><artifactId>parent</artifactId><version>1</version></parent>"
          + "<artifactId>%s</artifactId>";

  @TempDir Path folder;
  private Disk disk;

  @BeforeEach
  void open() {
    disk = new Disk(folder);
  }

  private static String own(String name, String... rest) {
    return OWN.formatted(name) + String.join("", rest);
  }

  private static String child(String name, String... rest) {
    return CHILD.formatted(name) + String.join("", rest);
  }

  @Test
  void everyScopeOfAModuleCountsAndOfWhatItNeedsOnlyWhatRunsWithIt() {
    disk.library("g:a:1", needs("g:below:1", "g:tests:1:test", "g:given:1:provided"))
        .library("g:below:1")
        .library("g:tests:1")
        .library("g:given:1")
        .library("g:b:1")
        .library("g:c:1")
        .tree("pom.xml", own("x", needs("g:a:1", "g:b:1:provided", "g:c:1:test")));

    assertEquals(List.of("a-1.jar", "below-1.jar", "b-1.jar", "c-1.jar"), disk.jars("pom.xml"));
    assertEquals(Map.of(), disk.missing("pom.xml"));
  }

  @Test
  void parentsPropertiesAndListsOfVersionsSayWhichVersion() {
    disk.library("g:a:2")
        .library("g:b:3")
        .library("g:c:4")
        .pom("g:bom:1", "<packaging>pom</packaging>", manages("g:b:3"))
        .pom("far:parent:1", "<packaging>pom</packaging>", manages("g:c:4"))
        .tree(
            "pom.xml",
            "<parent><groupId>far</groupId><artifactId>parent</artifactId><version>1</version>"
                + "<relativePath/></parent>"
                + own("parent", "<packaging>pom</packaging><properties><two>2</two></properties>")
                + manages("g:a:${two}", "g:bom:1:import"))
        .tree("x/pom.xml", child("x", needs("g:a", "g:b", "g:c")));

    assertEquals(List.of("a-2.jar", "b-3.jar", "c-4.jar"), disk.jars("x/pom.xml"));
  }

  @Test
  void theNearestVersionCountsInAModuleAndThatOfTheFirstModuleAmongSeveral() {
    disk.library("g:a:1", needs("g:b:1"))
        .library("g:b:1")
        .library("g:b:2")
        .tree("x/pom.xml", own("x", needs("g:a:1")))
        .tree("y/pom.xml", own("y", needs("g:a:1", "g:b:2")));

    assertEquals(List.of("a-1.jar", "b-1.jar"), disk.jars("x/pom.xml"));
    assertEquals(List.of("a-1.jar", "b-2.jar"), disk.jars("y/pom.xml"));
    assertEquals(List.of("a-1.jar", "b-1.jar"), disk.jars("x/pom.xml", "y/pom.xml"));
  }

  @Test
  void noVersionOfALibraryCountsWhereTheChangeReachesModulesWithSeveral() {
    disk.library("g:a:1")
        .library("g:a:2")
        .library("g:b:1")
        .tree("x/pom.xml", own("x", needs("g:a:1", "g:b:1")))
        .tree("y/pom.xml", own("y", needs("g:a:2", "g:b:1")))
        .tree("z/pom.xml", own("z", needs("g:a:2", "own:x:1")));

    assertEquals(List.of("b-1.jar"), disk.changing(2).jars("x/pom.xml", "y/pom.xml"));
    assertEquals(List.of("b-1.jar"), disk.changing(1).jars("x/pom.xml", "z/pom.xml"));
    assertEquals(List.of("a-1.jar", "b-1.jar"), disk.jars("x/pom.xml", "y/pom.xml"));
    assertTrue(disk.answer("x/pom.xml", "z/pom.xml").contains("another module has 1"));
  }

  @Test
  void aJarThatAPathNamesIsNotTakenFromARepository() {
    disk.library("g:a:1")
        .library("g:b:1")
        .tree(
            "x/pom.xml",
            own(
                "x",
                "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId>"
                    + "<version>1</version><scope>system</scope><systemPath>/libs/a.jar</systemPath>"
                    + "</dependency><dependency><groupId>g</groupId><artifactId>b</artifactId>"
                    + "<version>1</version></dependency></dependencies>"));

    assertEquals(List.of("b-1.jar"), disk.jars("x/pom.xml"));
  }

  @Test
  void anotherModuleMeansItsSourcesAndBringsWhatItNeeds() {
    disk.library("g:a:1")
        .library("g:t:1")
        .tree("pom.xml", own("parent", "<packaging>pom</packaging>"))
        .tree("x/pom.xml", child("x", needs("g:a:1", "g:t:1:test")))
        .tree("y/pom.xml", child("y", needs("own:x:1")));

    assertEquals(List.of("a-1.jar"), disk.jars("y/pom.xml"));
    assertEquals(Map.of(), disk.missing("y/pom.xml"));
  }

  @Test
  void aReleaseOfAModuleIsALibrary() {
    disk.library("own:x:0")
        .tree("x/pom.xml", own("x"))
        .tree("y/pom.xml", own("y", needs("own:x:0")));

    assertEquals(List.of("x-0.jar"), disk.jars("y/pom.xml"));
  }

  @Test
  void whatIsMissingTakesNothingElseAway() {
    disk.library("g:a:1", needs("g:gone:1"))
        .library("g:b:1")
        .tree("pom.xml", own("x", needs("g:lost:1", "g:a:1", "g:b:1")));

    assertEquals(List.of("a-1.jar", "b-1.jar"), disk.jars("pom.xml"));
    assertEquals(
        Map.of("g:gone:1", "jar of the class path", "g:lost:1", "jar of the class path"),
        disk.missing("pom.xml"));
  }

  @Test
  void aMissingParentTakesAwayWhatItSaysAlone() {
    disk.library("g:a:1")
        .tree(
            "pom.xml",
            "<parent><groupId>far</groupId><artifactId>parent</artifactId><version>7</version>"
                + "</parent><artifactId>x</artifactId>"
                + needs("g:a:1", "g:b"));

    assertEquals(List.of("a-1.jar"), disk.jars("pom.xml"));
    assertEquals(
        Map.of("far:parent:pom:7", "parent or list of versions", "g:b:", "no version is known"),
        disk.missing("pom.xml"));
  }

  @Test
  void aMissingListOfVersionsIsNamed() {
    disk.library("g:a:1")
        .tree("pom.xml", own("x", manages("g:bom:1:import"), needs("g:a:1", "g:b")));

    assertEquals(List.of("a-1.jar"), disk.jars("pom.xml"));
    assertEquals("parent or list of versions", disk.missing("pom.xml").get("g:bom:pom:1"));
  }

  @Test
  void whatGradleHasDownloadedCounts() {
    disk.gradle("g:a:1", needs("g:b:1")).library("g:b:1").tree("pom.xml", own("x", needs("g:a:1")));

    assertEquals(List.of("a-1.jar", "b-1.jar"), disk.jars("pom.xml"));
    assertTrue(disk.answer("pom.xml").contains("\"origin\":\"gradle\""));
  }

  @Test
  void nothingIsWrittenWhereFilesAreLookedFor() {
    disk.library("g:a:1").tree("pom.xml", own("x", needs("g:a:1", "g:lost:1", "g:range:[1,2)")));
    List<String> before = disk.files();

    assertEquals(List.of("a-1.jar"), disk.jars("pom.xml"));

    assertEquals(before, disk.files());
  }

  @Test
  void anExclusionAndAnOptionalDependencyAreAsInMaven() {
    String excluding =
        "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version>"
            + "<exclusions><exclusion><groupId>g</groupId><artifactId>b</artifactId></exclusion>"
            + "</exclusions></dependency></dependencies>";
    String optional =
        "<dependency><groupId>g</groupId><artifactId>o</artifactId><version>1</version>"
            + "<optional>true</optional></dependency></dependencies>";
    disk.library("g:a:1", needs("g:b:1", "g:c:1").replace("</dependencies>", optional))
        .library("g:b:1")
        .library("g:c:1")
        .library("g:o:1")
        .tree("pom.xml", own("x", excluding));

    assertEquals(List.of("a-1.jar", "c-1.jar"), disk.jars("pom.xml"));
  }

  @Test
  void aPomThatIsNoXmlLosesItsOwnModuleAlone() {
    disk.library("g:a:1").file("x/pom.xml", "<project>").tree("pom.xml", own("y", needs("g:a:1")));

    assertEquals(List.of("a-1.jar"), disk.jars("x/pom.xml", "pom.xml"));
    assertTrue(disk.answer("x/pom.xml").contains("x/pom.xml: cannot be read"));
  }

  @Test
  void aProfileIsChosenByTheUsersJava() {
    String profiles =
        "<profiles><profile><id>p</id><activation><jdk>[19,)</jdk></activation>"
            + needs("g:a:1")
            + "</profile></profiles>";
    disk.library("g:a:1").tree("pom.xml", own("x", profiles));

    assertEquals(List.of(), disk.onJava("17.0.2").jars("pom.xml"));
    assertEquals(List.of("a-1.jar"), disk.onJava("21").jars("pom.xml"));
  }
}
