"""The closed list of policy rules, and the record of a broken rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class PolicyRule(StrEnum):
    """What a prediction must not do; the values are the rule ids in verdicts."""

    PATH_ESCAPE = "path-escape"
    SYMBOLIC_LINK = "symbolic-link"
    SUBMODULE = "submodule"
    FILE_MODE = "file-mode"
    TEST_FILE = "test-file"
    BUILD_FILE = "build-file"
    TEST_PLATFORM_SETTINGS = "test-platform-settings"
    META_INF = "meta-inf"
    OUTSIDE_MAIN_SOURCES = "outside-main-sources"
    MODULE_DESCRIPTOR = "module-descriptor"
    SHADOWED_PACKAGE = "shadowed-package"
    FOREIGN_PACKAGE = "foreign-package"
    SHADOWED_NAME = "shadowed-name"
    ANNOTATION_PROCESSOR = "annotation-processor"
    DISABLED_TEST = "disabled-test"
    PROCESS_EXIT = "process-exit"
    SHUTDOWN_HOOK = "shutdown-hook"
    PROCESS_START = "process-start"
    ASSUMPTION = "assumption"
    STACK_INSPECTION = "stack-inspection"
    TEST_PROBE = "test-probe"
    ENVIRONMENT_PROBE = "environment-probe"
    UNSAFE = "unsafe"
    NATIVE_CODE = "native-code"
    THREAD_STOP = "thread-stop"
    STREAM_REDIRECTION = "stream-redirection"
    GENERATED_ANNOTATION = "generated-annotation"

    @property
    def sentence(self) -> str:
        """What the rule forbids, in one sentence."""
        return _SENTENCES[self]


_SENTENCES: Mapping[PolicyRule, str] = {
    PolicyRule.PATH_ESCAPE: "A path is absolute, leaves the tree, enters .git or holds characters"
    " that no source path needs.",
    PolicyRule.SYMBOLIC_LINK: "The prediction brings a symbolic link.",
    PolicyRule.SUBMODULE: "The prediction brings a submodule.",
    PolicyRule.FILE_MODE: "The prediction changes a file's mode or adds an executable file.",
    PolicyRule.TEST_FILE: "A test, its resource or its snapshot was changed that does not belong"
    " to the refactoring; where a method is renamed or moved, tests may follow it in their calls and"
    " imports, and change in nothing else.",
    PolicyRule.BUILD_FILE: "A build file was changed (Maven, Gradle, wrappers, settings).",
    PolicyRule.TEST_PLATFORM_SETTINGS: "A setting of the test engine was changed"
    " (such as junit-platform.properties).",
    PolicyRule.META_INF: "A file below META-INF changes (services, manifests).",
    PolicyRule.OUTSIDE_MAIN_SOURCES: "A file that is not Java source was changed.",
    PolicyRule.MODULE_DESCRIPTOR: "module-info.java changes.",
    PolicyRule.SHADOWED_PACKAGE: "A source declares a package of the JDK, of a test framework or"
    " of a mocking library.",
    PolicyRule.FOREIGN_PACKAGE: "A new source declares a package whose root the base does not"
    " have: it could shadow a dependency.",
    PolicyRule.SHADOWED_NAME: "A new class takes a name that tests of its package use for another"
    " class or give to one of their own, or the full name of another module's class.",
    PolicyRule.ANNOTATION_PROCESSOR: "The code newly uses the annotation processing or compiler"
    " plugin interfaces.",
    PolicyRule.DISABLED_TEST: "A test is newly disabled, ignored or made conditional.",
    PolicyRule.PROCESS_EXIT: "The code newly ends the JVM (System.exit, Runtime.halt).",
    PolicyRule.SHUTDOWN_HOOK: "The code newly registers a shutdown hook.",
    PolicyRule.PROCESS_START: "The code newly starts a process (ProcessBuilder, Runtime.exec).",
    PolicyRule.ASSUMPTION: "The code newly uses an assumption of a test framework, which skips"
    " tests.",
    PolicyRule.STACK_INSPECTION: "The code newly inspects the call stack.",
    PolicyRule.TEST_PROBE: "A string newly names a test framework or JaCoCo.",
    PolicyRule.ENVIRONMENT_PROBE: "The code newly reads environment variables.",
    PolicyRule.UNSAFE: "The code newly uses Unsafe, defines classes or replaces signal handlers.",
    PolicyRule.NATIVE_CODE: "The code newly declares or loads native code.",
    PolicyRule.THREAD_STOP: "The code newly stops or suspends threads by force.",
    PolicyRule.STREAM_REDIRECTION: "The code newly replaces System.in, System.out, System.err or"
    " the security manager.",
    PolicyRule.GENERATED_ANNOTATION: "The code newly wears an annotation named Generated, which"
    " hides it from coverage.",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyFinding:
    """One place where a rule is broken; `line` counts from 1, and 0 means the whole file."""

    rule: PolicyRule
    path: str
    line: int
    what: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{self.rule}: {where}: {self.what}"
