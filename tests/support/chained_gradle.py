"""The chain of `chained_reactor` as a Gradle build: folders of classes, jars, a jar of tests, and a source set's output."""

from collections.abc import Mapping

from tests.support import chained_reactor
from tests.support.chained_reactor import APP, APP_PATH, CORE, CORE_PATH, MID, MID_PATH

__all__ = ["APP", "APP_PATH", "CORE", "CORE_PATH", "FILES", "MID", "MID_PATH", "SHARED_PATH"]

_ROOT = """subprojects {
  group = 'subject'
  repositories { mavenCentral() }
}
"""
_CORE = """apply plugin: 'java-library'
sourceCompatibility = 8
dependencies { testImplementation 'junit:junit:4.12' }
configurations { forTests }
task testJar(type: Jar) { classifier = 'tests'; from sourceSets.test.output }
artifacts { forTests testJar }
"""
_MID = """apply plugin: 'java-library'
sourceCompatibility = 8
dependencies {
  api project(':core')
  testImplementation 'junit:junit:4.12'
  testImplementation project(path: ':core', configuration: 'forTests')
}
"""
_APP = """apply plugin: 'java'
sourceCompatibility = 8
evaluationDependsOn ':mid'
dependencies {
  compile project(':mid')
  testCompile project(':mid').sourceSets.test.output
  testCompile 'junit:junit:4.12'
}
test { systemProperty 'whose', 'app' }
"""
SHARED_PATH = "core/src/test/java/p/core/Shared.java"
FILES: Mapping[str, str | bytes | None] = {
    **{path: text for path, text in chained_reactor.FILES.items() if not path.endswith("pom.xml")},
    "settings.gradle": "rootProject.name = 'chain'\ninclude 'core', 'mid', 'app'\n",
    "build.gradle": _ROOT,
    "core/build.gradle": _CORE,
    SHARED_PATH: "package p.core;\npublic class Shared { public static int limit() { return 3; } }\n",
    "mid/build.gradle": _MID,
    "mid/src/test/java/p/SameTest.java": str(
        chained_reactor.FILES["mid/src/test/java/p/SameTest.java"]
    ).replace("assertEquals(3,", "assertEquals(p.core.Shared.limit(),"),
    "app/build.gradle": _APP,
    "app/src/test/java/p/AppTest.java": str(
        chained_reactor.FILES["app/src/test/java/p/AppTest.java"]
    ).replace("target/classes", "build/classes/java/main"),
}
