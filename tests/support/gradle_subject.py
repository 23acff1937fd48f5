"""The relevant files of a Gradle distribution, and a build of three projects."""

import zipfile
from pathlib import Path


def distribution(home: Path, version: str) -> Path:
    """Create the folders and files of a distribution. The program does nothing."""
    (home / "bin").mkdir(parents=True)
    (home / "lib").mkdir()
    (home / "bin/gradle").write_text("#!/bin/sh\n")
    (home / "bin/gradle").chmod(0o755)
    with zipfile.ZipFile(home / f"lib/gradle-core-{version}.jar", "w") as jar:
        jar.writestr("x", "")
    return home


CORE = "package p;\npublic class Core { public static final int ONE = 1; }\n"
THREE_PROJECTS = {
    "settings.gradle": "include 'core', 'app', 'tool'\n",
    "build.gradle": """subprojects {
  apply plugin: 'java'
  sourceCompatibility = 8
  repositories { mavenCentral() }
}
""",
    "core/build.gradle": "dependencies { testCompile 'junit:junit:4.12' }\n",
    "core/src/main/java/p/Core.java": CORE,
    "core/src/test/java/p/CoreTest.java": """package p;
import org.junit.*;
public class CoreTest { @Test public void isThere() { new Core(); } }
""",
    "app/build.gradle": """dependencies {
  compile project(':core')
  testCompile 'org.testng:testng:6.14.3'
}
test { useTestNG() }
""",
    "app/src/main/java/p/App.java": """package p;
public class App { public int one() { return Core.ONE; } }
""",
    "app/src/test/java/p/AppTest.java": """package p;
import org.testng.Assert;
import org.testng.annotations.Test;
public class AppTest { @Test public void isOne() { Assert.assertEquals(new App().one(), 1); } }
""",
    "tool/build.gradle": """sourceSets { integTest { compileClasspath += main.output; runtimeClasspath += main.output } }
dependencies { integTestCompile 'junit:junit:4.12' }
task integTest(type: Test) {
  testClassesDirs = sourceSets.integTest.output.classesDirs
  classpath = sourceSets.integTest.runtimeClasspath
}
check.dependsOn integTest
task perfTest(type: Test) { }
""",
    "tool/src/main/java/p/Tool.java": "package p;\npublic class Tool { }\n",
    "tool/src/integTest/java/p/ToolCheck.java": """package p;
import org.junit.*;
public class ToolCheck { @Test public void isThere() { new Tool(); } }
""",
}
"""JUnit 4 in `core`, TestNG in `app`, which needs `core`, and a test source set in `tool`."""

JUNIT5 = {
    "build.gradle": """apply plugin: 'java'
sourceCompatibility = 8
repositories { mavenCentral() }
dependencies {
  testCompile 'org.junit.jupiter:junit-jupiter-api:5.8.2'
  testCompile 'org.junit.platform:junit-platform-runner:1.8.2'
  testRuntime 'org.junit.jupiter:junit-jupiter-engine:5.8.2'
}
""",
    "src/main/java/p/Core.java": CORE,
    "src/test/java/p/CoreTest.java": """package p;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;
import org.junit.platform.runner.JUnitPlatform;
import org.junit.platform.suite.api.UseTechnicalNames;
import org.junit.runner.RunWith;
@RunWith(JUnitPlatform.class) @UseTechnicalNames
public class CoreTest {
  @Test void isOne() { assertEquals(1, Core.ONE); }
}
""",
}
"""JUnit 5 tests, which Gradle versions before 4.6 run through a JUnit 4 runner."""
