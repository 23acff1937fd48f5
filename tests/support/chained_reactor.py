"""A Maven reactor whose modules our own compiler can build: `app` needs `mid`, and `mid` needs
`core`.

The tests of `app` also need those of `mid`, a resource of `core`, and their own folder.
"""

from collections.abc import Mapping

from tests.support import maven_subject


def parent(*modules: str) -> str:
    """The pom of a reactor with these modules."""
    listed = "".join(f"<module>{each}</module>" for each in modules)
    return maven_subject.JUNIT4.replace(
        "<version>1</version>",
        f"<version>1</version><packaging>pom</packaging><modules>{listed}</modules>",
        1,
    )


_PARENT = parent("core", "mid", "app")
MODULE = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>subject</groupId><artifactId>subject</artifactId><version>1</version></parent>
  <artifactId>{}</artifactId>
  {}
</project>"""
TEST_JAR = """<build><plugins><plugin><artifactId>maven-jar-plugin</artifactId>
  <version>3.4.2</version>
  <executions><execution><goals><goal>test-jar</goal></goals></execution></executions>
</plugin></plugins></build>"""
_SETTINGS = """<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>
  <systemPropertyVariables><whose>app</whose></systemPropertyVariables>
</configuration></plugin></plugins></build>"""


def _needs(*others: str) -> str:
    each = "<dependency><groupId>subject</groupId><artifactId>{}</artifactId><version>1</version>{}</dependency>"
    found = (
        each.format(*other.split("+")) if "+" in other else each.format(other, "")
        for other in others
    )
    return f"<dependencies>{''.join(found)}</dependencies>"


CORE_PATH = "core/src/main/java/p/core/Core.java"
CORE = """package p.core;
public class Core {
  public static final int LIMIT = 3;
  public static int twice(int n) { return 2 * n; }
  public static int least() { return 0; }
}
"""
MID_PATH = "mid/src/main/java/p/mid/Mid.java"
MID = """package p.mid;
import p.core.Core;
public class Mid {
  public int limit() { return Core.LIMIT; }
  public int four() { return Core.twice(2); }
}
"""
APP_PATH = "app/src/main/java/p/app/App.java"
APP = """package p.app;
import p.core.Core;
import p.mid.Mid;
public class App {
  public int eight() { return 2 * new Mid().four(); }
  public int least() { return Core.least(); }
}
"""
FILES: Mapping[str, str | bytes | None] = {
    "pom.xml": _PARENT,
    "core/pom.xml": MODULE.format("core", ""),
    CORE_PATH: CORE,
    "core/src/main/resources/core.txt": "core\n",
    "core/src/test/java/p/SameTest.java": """package p;
import org.junit.*;
import p.core.Core;
public class SameTest {
  @Test public void doubles() { Assert.assertEquals(6, Core.twice(3)); }
}
""",
    "mid/pom.xml": MODULE.format("mid", _needs("core") + TEST_JAR),
    MID_PATH: MID,
    "mid/src/test/java/p/Expected.java": """package p;
public class Expected { public static int eight() { return 8; } }
""",
    "mid/src/test/java/p/SameTest.java": """package p;
import org.junit.*;
import p.mid.Mid;
public class SameTest {
  @Test public void isLimited() { Assert.assertEquals(3, new Mid().limit()); }
}
""",
    "app/pom.xml": MODULE.format(
        "app", _needs("mid", "mid+<type>test-jar</type><scope>test</scope>") + _SETTINGS
    ),
    APP_PATH: APP,
    "app/src/test/java/p/AppTest.java": """package p;
import java.io.File;
import org.junit.*;
import p.app.App;
public class AppTest {
  @Test public void isEight() { Assert.assertEquals(Expected.eight(), new App().eight()); }
  @Test public void isLeast() { Assert.assertEquals(0, new App().least()); }
  @Test public void isAtHome() {
    Assert.assertEquals("app", new File("").getAbsoluteFile().getName());
    Assert.assertEquals("app", System.getProperty("whose"));
    Assert.assertTrue(new File("../core/target/classes/p/core/Core.class").isFile());
    Assert.assertNotNull(AppTest.class.getResource("/core.txt"));
  }
}
""",
}
