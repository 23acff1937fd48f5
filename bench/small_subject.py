"""A Maven project with one class and one test, whose last commit extracts a method."""

from pathlib import Path

from bench.gates_speed import basket
from verifier.tools import process

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>small</groupId>
  <artifactId>small</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.13.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
TEST = """package ten;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class Basket0Test {
    @Test
    public void totals() {
        assertEquals(4, new Basket0().total0(new int[] {2, 3}, 1));
        assertEquals(0, new Basket0().total1(new int[] {}, 1));
    }
}
"""


def small_subject(folder: Path) -> Path:
    """The project's repository, made in a folder."""
    repository = folder / "small"
    files = {
        "pom.xml": POM,
        "src/main/java/ten/Basket0.java": "\n".join(basket("Basket0", extracted=False, mark=0)),
        "src/test/java/ten/Basket0Test.java": TEST,
    }
    for path, text in files.items():
        (repository / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / path).write_text(text, encoding="utf-8")
    git = ("git", "-C", repository, "-c", "user.name=bench", "-c", "user.email=bench@example.org")
    process.check(["git", "init", "--quiet", repository])
    process.check([*git, "add", "--all"])
    process.check([*git, "commit", "--quiet", "--message", "Begin"])
    changed = "\n".join(basket("Basket0", extracted=True, mark=0))
    (repository / "src/main/java/ten/Basket0.java").write_text(changed, encoding="utf-8")
    process.check([*git, "commit", "--quiet", "--all", "--message", "Extract sum"])
    return repository
