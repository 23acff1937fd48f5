"""A Maven project with one or several classes and tests; for each class, a commit extracts a
method.
"""

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

public class {name}Test {{
    @Test
    public void totals() {{
        assertEquals(4, new {name}().total0(new int[] {{2, 3}}, 1));
        assertEquals(0, new {name}().total1(new int[] {{}}, 1));
    }}
}}
"""


def small_subject(folder: Path, classes: int = 1) -> Path:
    """Make the project's repository in a folder: one first commit, then one for each class."""
    repository = folder / "small"
    names = [f"Basket{number}" for number in range(classes)]
    files = {"pom.xml": POM}
    for name in names:
        files[f"src/test/java/ten/{name}Test.java"] = TEST.format(name=name)
        files[_path(name)] = "\n".join(basket(name, extracted=False, mark=0))
    for path, text in files.items():
        (repository / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / path).write_text(text, encoding="utf-8")
    git = ("git", "-C", repository, "-c", "user.name=bench", "-c", "user.email=bench@example.org")
    process.check(["git", "init", "--quiet", repository])
    process.check([*git, "add", "--all"])
    process.check([*git, "commit", "--quiet", "--message", "Begin"])
    for name in names:
        changed = "\n".join(basket(name, extracted=True, mark=0))
        (repository / _path(name)).write_text(changed, encoding="utf-8")
        process.check([*git, "commit", "--quiet", "--all", "--message", f"Extract sum in {name}"])
    return repository


def _path(name: str) -> str:
    return f"src/main/java/ten/{name}.java"
