"""Make a Maven project of a set of Java functions, with one class and one JUnit test per problem.

The form of the set is that of HumanEval-X: the code is the problem's declaration and its canonical
solution, and the test is a class whose `main` throws if a result is wrong.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.datasets.build import write_repository
from verifier.datasets.release_files import read_items
from verifier.errors import InputError
from verifier.java_text.keywords import RESERVED
from verifier.java_text.outline import Outline, outline
from verifier.java_text.tokens import token_texts
from verifier.tools.git.history import CommitFacts, HistoryWriter

_MAIN, _TEST = "src/main/java", "src/test/java"
_PACKAGE = "functions"
_FORM = "Each line needs task_id, prompt or declaration, canonical_solution and test."
_POM = """<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>functions</groupId>
  <artifactId>functions</artifactId>
  <version>1</version>

  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>

  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>

  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-resources-plugin</artifactId>
        <version>3.3.1</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.2</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-jar-plugin</artifactId>
        <version>3.4.2</version>
      </plugin>
    </plugins>
  </build>
</project>
"""


_AUTHOR = "Function set <function-set@refverify.invalid>"
_SECONDS = 1_704_067_200
"""The time of the commit: 2024-01-01, UTC."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedFunctions:
    """The number of problems, and the commit that holds them."""

    problems: int
    head: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One problem: its id, the source text of its class, and that of the class that tests it.

    `where` names its line for messages.
    """

    id: str
    code: str
    test: str
    where: str

    @property
    def package(self) -> str:
        """The package of its classes, made from its id."""
        name = re.sub(r"[^a-z0-9]+", "_", self.id.lower()).strip("_")
        plain = bool(name) and not name[0].isdigit() and name not in RESERVED
        return f"{_PACKAGE}.{name if plain else f'p_{name}'}"

    def files(self) -> dict[str, str]:
        """Return its class, the class that tests it, and the JUnit test that runs that class.

        Raises:
            InputError: the texts do not declare such classes.
        """
        code, test = outline(self.code, decoded=False), outline(self.test, decoded=False)
        if code.package or test.package or not code.main or not test.main:
            raise self._refusal("code and test must each declare a class, without a package")
        if "main" not in token_texts(self.test):
            raise self._refusal(f"the test class {test.main} has no main method")
        runner = f"{code.main}Test"
        if runner in {*code.types, *test.types}:
            raise self._refusal(f"it declares {runner}, the name of the JUnit test that runs it")
        if twice := {*code.types} & {*test.types}:
            raise self._refusal(f"code and test both declare {min(twice)}")
        folder = self.package.replace(".", "/")
        package = f"package {self.package};\n\n"
        return {
            f"{_MAIN}/{folder}/{code.main}.java": f"{package}{self.code.strip()}\n",
            f"{_TEST}/{folder}/{test.main}.java": f"{package}{_imports(code, self.code)}"
            f"{self.test.strip()}\n",
            f"{_TEST}/{folder}/{runner}.java": _runner(self.package, runner, test.main),
        }

    def _refusal(self, what: str) -> InputError:
        return InputError(f"{self.where}: problem {self.id}: {what}", hint=_FORM)


def _imports(code: Outline, text: str) -> str:
    """Return the imports of the problem's class: its test relies on them."""
    lines = (text[each.span.start : each.span.end] for each in code.imports)
    return "".join(f"{line}\n" for line in lines)


def _runner(package: str, name: str, tested: str) -> str:
    return f"""package {package};

import org.junit.jupiter.api.Test;

class {name} {{
    @Test
    void passes() throws Exception {{
        {tested}.main(new String[0]);
    }}
}}
"""


def read_problems(path: Path) -> list[Problem]:
    """Read a function set: JSON lines or a JSON array, gzipped or not.

    Raises:
        InputError: the file cannot be read, a problem lacks a text, or two have the same package.
    """
    problems = [_problem(item, f"{path}:{number}") for number, item in read_items(path)]
    if not problems:
        raise InputError(f"{path} has no problem", hint=_FORM)
    packages: dict[str, Problem] = {}
    for each in problems:
        other = packages.setdefault(each.package, each)
        if other is not each:
            raise InputError(
                f"{each.where}: the ids {other.id!r} and {each.id!r} give the same package",
                hint="Give each problem an id that differs in letters or digits.",
            )
    return problems


def _problem(item: object, where: str) -> Problem:
    if not isinstance(item, Mapping):
        raise InputError(f"{where}: not a problem", hint=_FORM)
    # The prompt documents the function, unlike the declaration.
    head = _text(item, "prompt", where) if "prompt" in item else _text(item, "declaration", where)
    return Problem(
        id=_text(item, "task_id", where),
        code=head + _text(item, "canonical_solution", where),
        test=_text(item, "test", where),
        where=where,
    )


def _text(item: Mapping[Any, Any], name: str, where: str) -> str:
    text = item.get(name)
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{where}: `{name}` is missing or no text", hint=_FORM)
    return text


def project_files(problems: Iterable[Problem]) -> dict[str, bytes]:
    """Return the files of a Maven project with these problems, by path.

    Raises:
        InputError: a problem's texts do not declare its classes.
    """
    texts = {"pom.xml": _POM}
    for problem in problems:
        texts |= problem.files()
    return {path: text.encode("utf-8", "backslashreplace") for path, text in texts.items()}


def import_functions(path: Path, into: Path) -> ImportedFunctions:
    """Write the project of a function set as a bare git repository with one commit.

    The same set gives the same commit.

    Raises:
        InputError: the set cannot be read.
        UsageError: `into` exists. StorageError: it cannot be written.
    """
    problems = read_problems(path)
    files = project_files(problems)
    head = write_repository(into, lambda writer: _commit(writer, files))
    return ImportedFunctions(problems=len(problems), head=head)


def _commit(writer: HistoryWriter, files: Mapping[str, bytes]) -> None:
    facts = CommitFacts(message="Add the problems\n", author=_AUTHOR, seconds=_SECONDS)
    writer.commit_files(files, facts)
