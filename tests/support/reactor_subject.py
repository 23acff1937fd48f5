"""A Maven reactor of three modules: `app` needs `core`, and `last` the tests of `app`.

There are three more modules: `sick` does not compile, `rare` is in no active profile, and no module
needs `alone`. The build runs tests in Maven's JVM, because a JVM for each run of each module would
take a third of its time.
"""

from collections.abc import Mapping

from tests.support import maven_subject

_PARENT = maven_subject.JUNIT4.replace(
    "<version>1</version>",
    "<version>1</version><packaging>pom</packaging>"
    "<modules><module>core</module><module>app</module><module>last</module>"
    "<module>sick</module><module>alone</module></modules><profiles><profile><id>never</id>"
    "<modules><module>rare</module></modules></profile></profiles>",
    1,
).replace("<properties>", "<properties>\n    <forkCount>0</forkCount>", 1)
_MODULE = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>subject</groupId><artifactId>subject</artifactId><version>1</version></parent>
  <artifactId>{}</artifactId>
  {}
</project>"""
_NEEDS = """<dependencies><dependency><groupId>subject</groupId><artifactId>{}</artifactId>
  <version>1</version>{}</dependency></dependencies>"""
_TEST_JAR = """<build><plugins><plugin><artifactId>maven-jar-plugin</artifactId>
  <version>3.4.2</version>
  <executions><execution><goals><goal>test-jar</goal></goals></execution></executions>
</plugin></plugins></build>"""
_TWICE = """<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>
  <configuration><failIfNoTests>true</failIfNoTests></configuration>
  <executions><execution><id>again</id><goals><goal>test</goal></goals>
    <configuration><reportNameSuffix>again</reportNameSuffix></configuration>
  </execution></executions>
</plugin></plugins></build>"""

CORE_PATH = "core/src/main/java/p/Core.java"
CORE = """package p;
public class Core {
  public static final int LIMIT = 3;
  public static int twice(int n) { return 2 * n; }
  public static int least() { return 0; }
}
"""
ALONE_PATH = "alone/src/main/java/p/Alone.java"
ALONE = "package p;\npublic class Alone { }\n"
TWIN_PATH = "last/src/main/java/p/Twin.java"
TWIN = 'package p;\npublic class Twin { public static String home() { return "last"; } }\n'
FILES: Mapping[str, str] = {
    "pom.xml": _PARENT,
    "core/pom.xml": _MODULE.format("core", ""),
    CORE_PATH: CORE,
    "core/src/main/java/p/Twin.java": TWIN.replace("last", "core"),
    "core/src/test/java/p/SameTest.java": """package p;
import org.junit.*;
public class SameTest {
  @Test public void runs() { Assert.assertEquals("core", Twin.home()); }
  @Test public void doubles() { Assert.assertEquals(6, Core.twice(3)); }
}
""",
    "app/pom.xml": _MODULE.format("app", _NEEDS.format("core", "") + _TEST_JAR),
    "app/src/main/java/p/App.java": """package p;
public class App {
  public int limit() { return Core.LIMIT; }
  public int four() { return Core.twice(2); }
}
""",
    "app/src/test/java/p/Expected.java": """package p;
public class Expected { public static int least() { return Core.least(); } }
""",
    "app/src/test/java/p/SameTest.java": """package p;
import org.junit.*;
public class SameTest {
  @Test public void runs() { Assert.assertEquals(3, new App().limit()); }
  @Test public void fours() { Assert.assertEquals(4, new App().four()); }
}
""",
    "last/pom.xml": _MODULE.format(
        "last", _NEEDS.format("app", "<type>test-jar</type><scope>test</scope>") + _TWICE
    ),
    "sick/pom.xml": _MODULE.format("sick", _NEEDS.format("core", "")),
    "sick/src/main/java/p/Sick.java": "package p;\nclass Sick { int limit() { return Core.NONE; } }\n",
    "alone/pom.xml": _MODULE.format("alone", ""),
    ALONE_PATH: ALONE,
    "rare/pom.xml": _MODULE.format("rare", _NEEDS.format("core", "")),
    TWIN_PATH: TWIN,
    "last/src/test/java/p/LastTest.java": """package p;
import org.junit.*;
public class LastTest {
  @Test public void isLeast() { Assert.assertEquals(0, Expected.least()); }
  @Test public void isAtHome() { Assert.assertEquals("last", Twin.home()); }
}
""",
}
"""Two modules have the test class `p.SameTest`, and two have `p.Twin`; `last` runs its tests twice
and fails without any.
"""
