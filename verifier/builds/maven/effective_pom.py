"""What the direct strategy must know of a project, read from its effective pom."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element  # the type only; parsing is defusedxml's

from defusedxml import DefusedXmlException, ElementTree

from verifier.errors import BaseInvalidError
from verifier.tools.jdk import feature_of

TREE = "@TREE@"
"""Stands in settings for the folder in which the tree lies when a job runs."""

SUREFIRE_INCLUDES = ("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java")
SUREFIRE_EXCLUDES = ("**/*$*",)

_FOREIGN_COMPILERS = (
    "kotlin-maven-plugin", "gmavenplus-plugin", "gmaven-plugin", "scala-maven-plugin",
    "aspectj-maven-plugin", "groovy-eclipse-compiler", "lombok-maven-plugin",
    "tycho-compiler-plugin", "testng",
)  # fmt: skip
_NO_CODE = "pom"
_MEANINGFUL = re.compile(r"-(parameters|A\S*|X?plugin\S*|-add-\S*|-enable-preview)")


@dataclass(frozen=True, kw_only=True, slots=True)
class ResourceFolder:
    """A folder whose files go to the class path; `target` is their folder there."""

    folder: str
    target: str = ""
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    filtered: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilerSettings:
    """How a source set is compiled; `level` is the source level, `release` if given as such.

    `includes` and `excludes` are Ant patterns below a source folder; all is taken without any.
    """

    level: int | None
    release: bool
    arguments: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SurefireSettings:
    """How Surefire runs the tests; patterns are its own."""

    includes: tuple[str, ...] = SUREFIRE_INCLUDES
    excludes: tuple[str, ...] = SUREFIRE_EXCLUDES
    groups: str = ""
    excluded_groups: str = ""
    arguments: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    working_directory: str = "."
    assertions: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Project:
    """One Maven project. Folders are relative to the repository.

    `unsupported` says what keeps the direct strategy from building it; empty where nothing does.
    """

    coordinates: str
    folder: str
    packaging: str
    encoding: str
    sources: tuple[str, ...]
    test_sources: tuple[str, ...]
    resources: tuple[ResourceFolder, ...]
    test_resources: tuple[ResourceFolder, ...]
    main: CompilerSettings
    test: CompilerSettings
    surefire: SurefireSettings
    unsupported: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def has_code(self) -> bool:
        """Whether it is more than a parent of others."""
        return self.packaging != _NO_CODE


def read_effective_pom(text: bytes, root: str) -> tuple[Project, ...]:
    """The projects of an effective pom, in the order of the reactor.

    `root` is the absolute folder in which it was made.

    Raises:
        BaseInvalidError: it is not XML, or holds no project.
    """
    try:
        document = ElementTree.fromstring(text, forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException) as error:
        raise BaseInvalidError(f"the effective pom cannot be read: {error}") from error
    for element in document.iter():
        element.tag = element.tag.rpartition("}")[2]
    found = [document] if document.tag == "project" else document.findall("project")
    if not found:
        raise BaseInvalidError("the effective pom holds no project")
    alone = sum(_packaging(project) != _NO_CODE for project in found) <= 1
    return tuple(_Reader(project, root, alone=alone).project() for project in found)


def _packaging(pom: Element) -> str:
    return _text(pom, "packaging") or "jar"


class _Reader:
    """Reads one `<project>`."""

    def __init__(self, pom: Element, root: str, *, alone: bool) -> None:
        self._pom, self._root, self._alone = pom, root.rstrip("/"), alone
        self._properties = {p.tag: p.text or "" for p in pom.findall("properties/*")}
        self._unsupported: list[str] = [] if alone else ["several modules have code"]
        self._notes: list[str] = []

    def project(self) -> Project:
        coordinates = ":".join(_text(self._pom, name) for name in ("groupId", "artifactId"))
        main, test = self._compiler("compile"), self._compiler("testCompile")
        self._refuse_foreign_compilers()
        return Project(
            coordinates=coordinates,
            folder=self._folder(),
            packaging=_packaging(self._pom),
            encoding=self._encoding(),
            sources=self._folders("build/sourceDirectory", "add-source"),
            test_sources=self._folders("build/testSourceDirectory", "add-test-source"),
            resources=self._resources("build/resources/resource"),
            test_resources=self._resources("build/testResources/testResource"),
            main=main,
            test=test,
            surefire=self._surefire(),
            unsupported=tuple(self._unsupported),
            notes=tuple(self._notes),
        )

    def _folder(self) -> str:
        return self._relative(str(PurePosixPath(_text(self._pom, "build/directory")).parent))

    def _plugins(self, name: str) -> list[Element]:
        plugins = self._pom.findall("build/plugins/plugin")
        return [p for p in plugins if _text(p, "artifactId") == name]

    def _configurations(self, plugin: str, goal: str) -> list[Element]:
        """Configurations that hold for a goal, the stronger ones first."""
        found: list[Element] = []
        for each in self._plugins(plugin):
            for execution in each.findall("executions/execution"):
                goals = [g.text for g in execution.findall("goals/goal")]
                runs = _text(execution, "phase") != "none"
                if goal in goals and runs and (own := execution.find("configuration")) is not None:
                    found.append(own)
            if (common := each.find("configuration")) is not None:
                found.append(common)
        return found

    def _encoding(self) -> str:
        for configuration in self._configurations("maven-compiler-plugin", "compile"):
            if encoding := _text(configuration, "encoding"):
                return encoding
        return self._properties.get("project.build.sourceEncoding") or "UTF-8"

    def _in_job(self, value: str) -> str:
        return value.replace(self._root, TREE)

    def _relative(self, path: str) -> str:
        path = path.replace("\\", "/")
        return str(PurePosixPath(path.removeprefix(self._root).lstrip("/") or "."))

    def _folders(self, path: str, goal: str) -> tuple[str, ...]:
        folders = [self._relative(e.text or "") for e in self._pom.findall(path)]
        for configuration in self._configurations("build-helper-maven-plugin", goal):
            folders += [self._relative(e.text or "") for e in configuration.findall("sources/*")]
        return tuple(dict.fromkeys(folders))

    def _resources(self, path: str) -> tuple[ResourceFolder, ...]:
        return tuple(
            ResourceFolder(
                folder=self._relative(_text(e, "directory")),
                target=_text(e, "targetPath"),
                includes=_texts(e, "includes/*"),
                excludes=_texts(e, "excludes/*"),
                filtered=_text(e, "filtering") == "true",
            )
            for e in self._pom.findall(path)
        )

    def _compiler(self, goal: str) -> CompilerSettings:
        configurations = self._configurations("maven-compiler-plugin", goal)
        prefix = "test" if goal == "testCompile" else ""
        values = {
            name: self._setting(configurations, prefix, name)
            for name in ("release", "source", "target")
        }
        level = feature_of(values["release"] or values["source"] or values["target"])
        arguments = [a for c in configurations for a in _compiler_arguments(c)]
        if any(_text(c, "compilerId") not in {"", "javac"} for c in configurations):
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
            includes=_patterns(configurations, prefix, "includes"),
            excludes=_patterns(configurations, prefix, "excludes"),
        )

    def _setting(self, configurations: list[Element], prefix: str, name: str) -> str:
        names = ([prefix + name.capitalize()] if prefix else []) + [name]
        for tag in names:
            for configuration in configurations:
                if value := _text(configuration, tag):
                    return value
        keys = ([f"maven.compiler.{names[0]}"] if prefix else []) + [f"maven.compiler.{name}"]
        return next((self._properties[k] for k in keys if self._properties.get(k)), "")

    def _refuse_foreign_compilers(self) -> None:
        for name in _FOREIGN_COMPILERS:
            if self._plugins(name):
                self._unsupported.append(f"it uses {name}")
        if _packaging(self._pom) == _NO_CODE and self._alone:
            self._unsupported.append("its packaging is pom")

    def _surefire(self) -> SurefireSettings:
        configurations = self._configurations("maven-surefire-plugin", "test")
        executions = [
            e
            for p in self._plugins("maven-surefire-plugin")
            for e in p.findall("executions/execution")
            if _text(e, "phase") != "none" and "test" in _texts(e, "goals/goal")
        ]
        if len(executions) > 1:
            self._unsupported.append("Surefire has several executions")

        def first(tag: str) -> str:
            return next((t for c in configurations if (t := _text(c, tag))), "")

        def several(tag: str) -> tuple[str, ...]:
            return next((t for c in configurations if (t := _texts(c, f"{tag}/*"))), ())

        def pairs(*tags: str) -> tuple[tuple[str, str], ...]:
            found = (p for tag in tags for c in configurations for p in _pairs(c, tag))
            return tuple((name, self._in_job(value)) for name, value in found)

        directory, named = first("workingDirectory"), first("test")
        line = first("argLine") or self._properties.get("argLine", "")
        return SurefireSettings(
            includes=(named,) if named else several("includes") or SUREFIRE_INCLUDES,
            excludes=() if named else several("excludes") or SUREFIRE_EXCLUDES,
            groups=first("groups") or self._properties.get("groups", ""),
            excluded_groups=first("excludedGroups") or self._properties.get("excludedGroups", ""),
            arguments=_jvm_arguments(self._in_job(line)),
            properties=pairs("systemPropertyVariables", "systemProperties"),
            environment=pairs("environmentVariables"),
            parameters=_junit_parameters(configurations),
            working_directory=self._relative(directory) if directory else self._folder(),
            assertions=first("enableAssertions") != "false",
        )


def _text(element: Element, path: str) -> str:
    found = element.find(path)
    return (found.text or "").strip() if found is not None else ""


def _texts(element: Element, path: str) -> tuple[str, ...]:
    values = ((e.text or "").strip() for e in element.findall(path))
    return tuple(value for value in values if value)


def _pairs(configuration: Element, tag: str) -> list[tuple[str, str]]:
    """`<name>value</name>` entries, or `<property><name/><value/></property>`."""
    found: list[tuple[str, str]] = []
    for entry in configuration.findall(f"{tag}/*"):
        name = _text(entry, "name") if entry.find("name") is not None else entry.tag
        value = _text(entry, "value") if entry.find("value") is not None else entry.text or ""
        if "${" not in value:
            found.append((name, value.strip()))
    return found


def _patterns(configurations: list[Element], prefix: str, name: str) -> tuple[str, ...]:
    tag = f"{prefix}{name.capitalize()}" if prefix else name
    return next((found for c in configurations if (found := _texts(c, f"{tag}/*"))), ())


def _compiler_arguments(configuration: Element) -> list[str]:
    arguments = list(_texts(configuration, "compilerArgs/*"))
    arguments += _text(configuration, "compilerArgument").split()
    for entry in configuration.findall("compilerArguments/*"):
        arguments.append(f"-{entry.tag}" + (f"={entry.text}" if entry.text else ""))
    if _text(configuration, "parameters") == "true":
        arguments.append("-parameters")
    return arguments


def _jvm_arguments(line: str) -> tuple[str, ...]:
    """The words of an argLine; late-bound properties and JaCoCo's agent are left out."""
    words = re.sub(r"[@$]\{[^}]*\}", " ", line).replace('"', "").split()
    return tuple(w for w in words if not w.startswith("-javaagent:"))


def _junit_parameters(configurations: list[Element]) -> tuple[tuple[str, str], ...]:
    for configuration in configurations:
        for entry in configuration.findall("properties/configurationParameters"):
            lines = [line.strip() for line in (entry.text or "").splitlines()]
            pairs = (line.partition("=") for line in lines if "=" in line)
            return tuple((name.strip(), value.strip()) for name, _, value in pairs)
    return ()
