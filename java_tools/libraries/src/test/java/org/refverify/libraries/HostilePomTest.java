package org.refverify.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.libraries.Disk.needs;
import static org.refverify.libraries.Disk.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pom comes from a stranger: it must run nothing and read nothing of the machine. */
class HostilePomTest {
  private static final String X =
      "<groupId>own</groupId><artifactId>x</artifactId><version>1</version>";

  @TempDir Path folder;
  private Disk disk;

  @BeforeEach
  void open() {
    disk = new Disk(folder);
    disk.library("g:a:1").library("g:secret:1");
  }

  /** A pom on the machine that reveals a version if it is read. */
  private Path pomOfTheMachine() {
    String text =
        X.replace("<artifactId>x", "<artifactId>outside")
            + "<packaging>pom</packaging>"
            + needs("g:secret:1");
    return Disk.write(folder.resolve("outside/pom.xml"), project(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%s", "../../../../../../../../../../../../../../%s", "..", "/%s", "a/../../%s"})
  void aParentsPathNeverLeavesTheTree(String path) {
    String outside = pomOfTheMachine().toString();
    disk.tree(
        "m/pom.xml",
        "<parent><groupId>own</groupId><artifactId>outside</artifactId><version>1</version>"
            + "<relativePath>"
            + path.formatted(outside)
            + "</relativePath></parent><artifactId>x</artifactId>"
            + needs("g:a:1"));

    assertEquals(List.of("a-1.jar"), disk.jars("m/pom.xml"));
    assertEquals("parent or list of versions", disk.missing("m/pom.xml").get("own:outside:pom:1"));
  }

  @Test
  void aPomOfARepositoryHasNoNeighbours() {
    pomOfTheMachine();
    disk.pom(
            "g:b:1",
            "<parent><groupId>own</groupId><artifactId>outside</artifactId><version>1</version>"
                + "<relativePath>../../../../outside</relativePath></parent>")
        .tree("pom.xml", X + needs("g:b:1"));

    assertEquals(List.of(), disk.jars("pom.xml"));
  }

  @Test
  void aVariableOfTheEnvironmentAndAPropertyOfTheSystemStayNames() {
    disk.tree("pom.xml", X + needs("g:${env.PATH}:1", "g:${user.home}:1", "g:a:${java.home}"));

    assertEquals(List.of(), disk.jars("pom.xml"));
    assertTrue(disk.missing("pom.xml").containsKey("g:${user.home}:1"));
    assertTrue(disk.missing("pom.xml").containsKey("g:a:${java.home}"));
  }

  @Test
  void aFileOfTheMachineIsNoLibrary() {
    Path file = Disk.write(folder.resolve("secret.jar"), "secret");
    String system =
        "<dependencies><dependency><groupId>g</groupId><artifactId>s</artifactId>"
            + "<version>1</version><scope>system</scope><systemPath>"
            + file
            + "</systemPath></dependency></dependencies>";
    disk.tree("pom.xml", X + system);

    assertEquals(List.of(), disk.jars("pom.xml"));
    assertTrue(disk.missing("pom.xml").containsKey("g:s:1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g:../../../../outside:1",
        "../../outside:a:1",
        "g:a:../../../../outside",
        "/:etc:1",
        "g:a:1/../../a/1"
      })
  void coordinatesThatLeadElsewhereAreNone(String coordinates) {
    Disk.write(folder.resolve("outside/outside-1.jar"), "");
    disk.tree("pom.xml", X + needs(coordinates));

    assertEquals(List.of(), disk.jars("pom.xml"));
  }

  @Test
  void noProfileAsksForAFileOfTheMachine() {
    Path there = pomOfTheMachine();
    String profile =
        "<profiles><profile><id>p</id><activation><file><exists>"
            + there
            + "</exists></file></activation>"
            + needs("g:secret:1")
            + "</profile></profiles>";
    disk.tree("pom.xml", X + profile + needs("g:a:1"));

    assertEquals(List.of("a-1.jar"), disk.jars("pom.xml"));
  }

  @Test
  void anEntityIsNotReadOffAFile() {
    Path secret = Disk.write(folder.resolve("secret.txt"), "secret");
    String pom =
        "<!DOCTYPE project [<!ENTITY s SYSTEM \""
            + secret.toUri()
            + "\">]>"
            + project(X + needs("g:&s;:1"));
    disk.file("pom.xml", pom);

    assertEquals(List.of(), disk.jars("pom.xml"));
    assertFalse(disk.missing("pom.xml").containsKey("g:secret:1"));
  }

  @Test
  void entitiesThatBlowUpAreNotExpanded() {
    StringBuilder entities = new StringBuilder("<!ENTITY e0 \"xxxxxxxxxx\">");
    for (int i = 1; i < 12; i++) {
      String ten = ("&e" + (i - 1) + ";").repeat(10);
      entities.append("<!ENTITY e").append(i).append(" \"").append(ten).append("\">");
    }
    disk.file("pom.xml", "<!DOCTYPE project [" + entities + "]>" + project(X + needs("g:&e11;:1")));

    assertEquals(List.of(), disk.jars("pom.xml"));
  }

  @Test
  void pluginsAndExtensionsOfABuildDoNothing() {
    Path mark = folder.resolve("ran");
    String plugin =
        "<groupId>g</groupId><artifactId>evil</artifactId><version>1</version>"
            + "<extensions>true</extensions><configuration><file>"
            + mark
            + "</file></configuration>";
    String build =
        "<build><extensions><extension><groupId>g</groupId><artifactId>evil</artifactId>"
            + "<version>1</version></extension></extensions><plugins><plugin>"
            + plugin
            + "</plugin></plugins></build>";
    disk.library("g:evil:1").tree("pom.xml", X + build + needs("g:a:1"));

    // Not even searched for, because a plugin does not belong to a class path.
    assertEquals(List.of("a-1.jar"), disk.jars("pom.xml"));
    assertFalse(Files.exists(mark));
    assertFalse(disk.answer("pom.xml").contains("evil"));
  }

  @Test
  void aRepositoryOfAPomIsNotLookedInto() {
    Path there = folder.resolve("there");
    Disk.write(there.resolve("g/far/1/far-1.jar"), "");
    Disk.write(there.resolve("g/far/1/far-1.pom"), project(X.replace("own", "g")));
    String repositories =
        "<repositories><repository><id>r</id><url>"
            + there.toUri()
            + "</url></repository></repositories>";
    disk.tree("pom.xml", X + repositories + needs("g:far:1"));

    assertEquals(List.of(), disk.jars("pom.xml"));
  }

  @Test
  void aCycleOfModulesEnds() {
    disk.tree("x/pom.xml", X + needs("own:y:1", "g:a:1"))
        .tree("y/pom.xml", X.replace("<artifactId>x", "<artifactId>y") + needs("own:x:1"));

    assertEquals(List.of("a-1.jar"), disk.jars("x/pom.xml", "y/pom.xml"));
  }

  @Test
  void aPomThatIsItsOwnParentIsLeftOut() {
    disk.tree(
        "pom.xml",
        "<parent><groupId>own</groupId><artifactId>x</artifactId><version>1</version>"
            + "<relativePath>pom.xml</relativePath></parent><artifactId>x</artifactId>"
            + needs("g:a:1"));

    assertTrue(List.of(List.of(), List.of("a-1.jar")).contains(disk.jars("pom.xml")));
  }
}
