"""The modules of a project, read from its effective pom."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.described.module import (
    TREE,
    CompilerSettings,
    Module,
    ResourceFolder,
    SourcePatterns,
    TestSettings,
    leaves_class_path,
)
from verifier.builds.described.pom import configurations_of, parse_pom, plugins_of, text, texts
from verifier.builds.maven.source_encoding import compiler_encoding
from verifier.errors import BaseInvalidError
from verifier.tools.hostile_xml import Element
from verifier.tools.jdk import feature_of

SUREFIRE_INCLUDES = ("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java")
SUREFIRE_EXCLUDES = ("**/*$*",)

_FOREIGN_COMPILERS = (
    "kotlin-maven-plugin", "gmavenplus-plugin", "gmaven-plugin", "scala-maven-plugin",
    "aspectj-maven-plugin", "groovy-eclipse-compiler", "lombok-maven-plugin",
    "tycho-compiler-plugin", "testng",
)  # fmt: skip
_REPACKING = ("maven-shade-plugin", "proguard-maven-plugin", "spring-boot-maven-plugin")
_NO_CODE = "pom"
_SWITCHES = ("skipTests", "skip", "skipExec")
_MEANINGFUL = re.compile(
    r"-(parameters|A\S*|X?plugin\S*|-add-\S*|-enable-preview|XDignore\.symbol\.file)"
)


def read_effective_pom(content: bytes, root: str) -> tuple[Module, ...]:
    """Return the projects of an effective pom, in the order of the reactor.

    `root` is the absolute folder in which it was made.

    Raises:
        BaseInvalidError: it is not XML, or contains no project.
    """
    document = parse_pom(content, "the effective pom")
    found = [document] if document.tag == "project" else document.findall("project")
    if not found:
        raise BaseInvalidError("the effective pom holds no project")
    alone = sum(_packaging(project) != _NO_CODE for project in found) <= 1
    return tuple(_PomReader(project, root, alone=alone).project() for project in found)


def _packaging(pom: Element) -> str:
    return text(pom, "packaging") or "jar"


class _PomReader:
    """Reads one `<project>`."""

    def __init__(self, pom: Element, root: str, *, alone: bool) -> None:
        self._pom, self._root, self._alone = pom, root.rstrip("/"), alone
        # The effective pom still lists the properties, although it has already substituted them.
        self._properties = {p.tag: p.text or "" for p in pom.findall("properties/*")}
        self._unsupported: list[str] = []
        self._notes: list[str] = []

    def project(self) -> Module:
        coordinates = ":".join(text(self._pom, name) for name in ("groupId", "artifactId"))
        main, test = self._compiler("compile"), self._compiler("testCompile")
        self._refuse_foreign_compilers()
        return Module(
            name=coordinates,
            folder=self._folder(),
            has_code=_packaging(self._pom) != _NO_CODE,
            encoding=compiler_encoding(self._pom, self._properties) or "UTF-8",
            sources=self._folders("build/sourceDirectory", "add-source"),
            test_sources=self._folders("build/testSourceDirectory", "add-test-source"),
            resources=self._resources("build/resources/resource"),
            test_resources=self._resources("build/testResources/testResource"),
            main_output=self._output("outputDirectory", "classes"),
            test_output=self._output("testOutputDirectory", "test-classes"),
            main=main,
            test=test,
            tests=self._surefire(),
            unsupported=tuple(self._unsupported),
            repacked=next((name for name in _REPACKING if plugins_of(self._pom, name)), ""),
            notes=tuple(self._notes),
        )

    def _folder(self) -> str:
        return self._relative(str(PurePosixPath(text(self._pom, "build/directory")).parent))

    def _output(self, name: str, usual: str) -> str:
        given = text(self._pom, f"build/{name}")
        return (
            self._relative(given)
            if given
            else f"{self._folder()}/target/{usual}".removeprefix("./")
        )

    def _runs(self, goal: str) -> list[list[Element]]:
        """Return the configurations of each execution of the compiler, in order of precedence."""
        found: list[list[Element]] = []
        for each in plugins_of(self._pom, "maven-compiler-plugin"):
            common = each.findall("configuration")
            runs = [
                [*execution.findall("configuration"), *common]
                for execution in each.findall("executions/execution")
                if goal in texts(execution, "goals/goal") and text(execution, "phase") != "none"
            ]
            # An effective pom lists the lifecycle's own execution too, unless that has no
            # configuration.
            found += runs or [common]
        return found or [[]]

    def _in_job(self, value: str) -> str:
        return value.replace(self._root, TREE)

    def _relative(self, path: str) -> str:
        path = path.replace("\\", "/")
        return str(PurePosixPath(path.removeprefix(self._root).lstrip("/") or "."))

    def _folders(self, path: str, goal: str) -> tuple[str, ...]:
        folders = [self._relative(e.text or "") for e in self._pom.findall(path)]
        for configuration in configurations_of(self._pom, "build-helper-maven-plugin", goal):
            folders += [self._relative(e.text or "") for e in configuration.findall("sources/*")]
        return tuple(dict.fromkeys(folders))

    def _resources(self, path: str) -> tuple[ResourceFolder, ...]:
        found = tuple(
            ResourceFolder(
                folder=self._relative(text(e, "directory")),
                target=text(e, "targetPath"),
                includes=texts(e, "includes/*"),
                excludes=texts(e, "excludes/*"),
                filtered=text(e, "filtering") == "true",
            )
            for e in self._pom.findall(path)
        )
        if any(leaves_class_path(each.target) for each in found):
            self._unsupported.append("its resources go to a folder that is not on the class path")
        return found

    def _compiler(self, goal: str) -> CompilerSettings:
        configurations = configurations_of(self._pom, "maven-compiler-plugin", goal)
        prefix = "test" if goal == "testCompile" else ""
        values = {
            name: self._setting(configurations, prefix, name)
            for name in ("release", "source", "target")
        }
        level = feature_of(values["release"] or values["source"] or values["target"])
        arguments = [a for c in configurations for a in _compiler_arguments(c)]
        if any(text(c, "compilerId") not in {"", "javac"} for c in configurations):
            self._unsupported.append("it is not compiled by javac")
        if any(
            c.find(n) is not None
            for c in configurations
            for n in ("annotationProcessorPaths", "annotationProcessors")
        ):
            self._unsupported.append("its pom configures annotation processors")
        return CompilerSettings(
            level=level,
            release=bool(values["release"]),
            arguments=tuple(a for a in arguments if _MEANINGFUL.match(a)),
            runs=tuple(_source_patterns(each, prefix) for each in self._runs(goal)),
        )

    def _setting(self, configurations: list[Element], prefix: str, name: str) -> str:
        names = ([prefix + name.capitalize()] if prefix else []) + [name]
        for tag in names:
            for configuration in configurations:
                if value := text(configuration, tag):
                    return value
        # The plugin reads these properties itself, so the effective pom does not show them in its
        # configuration.
        keys = ([f"maven.compiler.{names[0]}"] if prefix else []) + [f"maven.compiler.{name}"]
        return next((self._properties[k] for k in keys if self._properties.get(k)), "")

    def _refuse_foreign_compilers(self) -> None:
        for name in _FOREIGN_COMPILERS:
            if plugins_of(self._pom, name):
                self._unsupported.append(f"it uses {name}")
        if _packaging(self._pom) == _NO_CODE and self._alone:
            self._unsupported.append("its packaging is pom")

    def _surefire(self) -> TestSettings:
        self._refuse_several_executions()
        found = _Stronger(configurations_of(self._pom, "maven-surefire-plugin", "test"))
        directory, named = found.first("workingDirectory"), found.first("test")
        line = found.first("argLine") or self._properties.get("argLine", "")
        return TestSettings(
            includes=(named,) if named else found.several("includes") or SUREFIRE_INCLUDES,
            # A named test overrides all patterns, as in Surefire.
            excludes=() if named else found.several("excludes") or SUREFIRE_EXCLUDES,
            groups=found.first("groups") or self._properties.get("groups", ""),
            excluded_groups=found.first("excludedGroups")
            or self._properties.get("excludedGroups", ""),
            arguments=_jvm_arguments(self._in_job(line)),
            properties=self._pairs(found, "systemPropertyVariables", "systemProperties"),
            environment=self._pairs(found, "environmentVariables"),
            parameters=_junit_parameters(found.configurations),
            working_directory=self._relative(directory) if directory else self._folder(),
            assertions=found.first("enableAssertions") != "false",
            # Literal values override every property on a command line.
            off=next((tag for tag in _SWITCHES if found.first(tag) == "true"), ""),
        )

    def _refuse_several_executions(self) -> None:
        executions = [
            e
            for p in plugins_of(self._pom, "maven-surefire-plugin")
            for e in p.findall("executions/execution")
            if text(e, "phase") != "none" and "test" in texts(e, "goals/goal")
        ]
        if len(executions) > 1:
            self._unsupported.append("Surefire has several executions")

    def _pairs(self, found: "_Stronger", *tags: str) -> tuple[tuple[str, str], ...]:
        pairs = (p for tag in tags for c in found.configurations for p in _pairs(c, tag))
        return tuple((name, self._in_job(value)) for name, value in pairs)


@dataclass(frozen=True, slots=True)
class _Stronger:
    """Configurations of a plugin in order of precedence: the first one that has a setting wins."""

    configurations: list[Element]

    def first(self, tag: str) -> str:
        return next((t for c in self.configurations if (t := text(c, tag))), "")

    def several(self, tag: str) -> tuple[str, ...]:
        return next((t for c in self.configurations if (t := texts(c, f"{tag}/*"))), ())


def _pairs(configuration: Element, tag: str) -> list[tuple[str, str]]:
    """`<name>value</name>` entries, or `<property><name/><value/></property>`."""
    found: list[tuple[str, str]] = []
    for entry in configuration.findall(f"{tag}/*"):
        name = text(entry, "name") if entry.find("name") is not None else entry.tag
        value = text(entry, "value") if entry.find("value") is not None else entry.text or ""
        if "${" not in value:
            found.append((name, value.strip()))
    return found


def _source_patterns(configurations: list[Element], prefix: str) -> SourcePatterns:
    def first(name: str) -> tuple[str, ...]:
        tag = f"{prefix}{name.capitalize()}" if prefix else name
        return next((found for c in configurations if (found := texts(c, f"{tag}/*"))), ())

    return SourcePatterns(includes=first("includes"), excludes=first("excludes"))


def _compiler_arguments(configuration: Element) -> list[str]:
    arguments = list(texts(configuration, "compilerArgs/*"))
    arguments += text(configuration, "compilerArgument").split()
    for entry in configuration.findall("compilerArguments/*"):
        arguments.append(f"-{entry.tag}" + (f"={entry.text}" if entry.text else ""))
    if text(configuration, "parameters") == "true":
        arguments.append("-parameters")
    return arguments


def _jvm_arguments(line: str) -> tuple[str, ...]:
    """Split an argLine into arguments, without late-bound properties and JaCoCo's agent."""
    # Our own agent would clash with JaCoCo's; two different versions crash the JVM.
    words = re.sub(r"[@$]\{[^}]*\}", " ", line).replace('"', "").split()
    return tuple(w for w in words if not w.startswith("-javaagent:"))


def _junit_parameters(configurations: list[Element]) -> tuple[tuple[str, str], ...]:
    for configuration in configurations:
        for entry in configuration.findall("properties/configurationParameters"):
            lines = [line.strip() for line in (entry.text or "").splitlines()]
            pairs = (line.partition("=") for line in lines if "=" in line)
            return tuple((name.strip(), value.strip()) for name, _, value in pairs)
    return ()
