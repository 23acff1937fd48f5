"""Write instances with the field names of SWE-Refactor's release, for its own tools and for
`import`.

What was not measured is null.
"""

import re
from collections.abc import Callable, Mapping

from verifier.domain.instance import Instance
from verifier.domain.outcome import JsonValue, Status
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId
from verifier.domain.validation import StepResult

ReadFile = Callable[[str, str], str | None]
"""Returns the text of a path at a commit; None if it does not exist or cannot be read."""
_PASSED = {Status.PASSED: True, Status.FAILED: False}
_FEATURE = re.compile(r"1\.8|\d+")


def release_record(instance: Instance, read: ReadFile) -> Mapping[str, JsonValue]:
    """Return one record; `read` provides the whole files of both sides."""
    before, after, build = instance.before, instance.after, instance.build
    sources = instance.before_sources
    owner = before.method.class_name
    return {
        "type": str(instance.type),
        "description": instance.description,
        "diffLocations": [_location(r) for r in _method_first(instance)],
        "sourceCodeBeforeRefactoring": sources.method,
        "sourceCodeAfterRefactoring": instance.after_sources.method,
        "diffSourceCodeSet": [t for t in (instance.after_sources.partner,) if t],
        "diffSourceCode": instance.patch,
        "sourceCodeBeforeForWhole": read(instance.parent, before.file),
        "sourceCodeAfterForWhole": read(instance.commit, after.file),
        "filePathBefore": before.file,
        "filePathAfter": after.file,
        "commitId": instance.commit,
        "packageNameBefore": owner.rpartition(".")[0],
        "classNameBefore": _to_dotted(owner),
        "methodNameBefore": _write_name(before.method),
        "classSignatureBefore": sources.class_.partition("{")[0],
        "classNameBeforeSet": [_to_dotted(owner)],
        "methodNameBeforeSet": [_write_name(before.method)],
        "classSignatureBeforeSet": [sources.class_.partition("{")[0]],
        "isPureRefactoring": _pure(instance),
        "purityCheckResultList": [
            {
                "isPure": _pure(instance),
                "purityComment": instance.purity.comment,
                "description": instance.purity.description,
                "mappingState": instance.purity.mapping_state,
            }
        ],
        "uniqueId": instance.id,
        "compileResultBefore": _has_passed(None if build is None else build.before),
        "compileResultCurrent": _has_passed(None if build is None else build.after),
        "compileJDK": _jdk(instance),
        "testResult": _has_passed(None if build is None else build.tests),
        "coverageInfo": _coverage(instance),
        "repository": instance.repo,
        "parentCommitId": instance.parent,
    }


def _method_first(instance: Instance) -> list[CodeRange]:
    """Return the wanted method before the change first, as in the release, then all other ranges of both sides."""
    own = [r for r in instance.before.ranges if "method declaration" in r.role]
    others = [r for r in instance.before.ranges if r not in own]
    return [*own, *others, *instance.after.ranges]


def _location(place: CodeRange) -> Mapping[str, JsonValue]:
    return {
        "filePath": place.file,
        "startLine": place.start_line,
        "endLine": place.end_line,
        "startColumn": place.start_column,
        "endColumn": place.end_column,
    }


def _write_name(method: MethodId) -> str:
    return f"{_to_dotted(method.class_name)}#{method.name}"


def _to_dotted(class_name: str) -> str:
    return class_name.replace("$", ".")


def _pure(instance: Instance) -> bool | None:
    said = {PurityVerdict.PURE: True, PurityVerdict.IMPURE: False}
    return said.get(instance.purity.verdict)


def _has_passed(step: StepResult | None) -> bool | None:
    """Return True for passed and False for failed; None if the outcome is unknown."""
    return None if step is None else _PASSED.get(step.status)


def _jdk(instance: Instance) -> str | None:
    jdk = None if instance.build is None else instance.build.before.jdk
    found = None if jdk is None else _FEATURE.match(jdk)
    return None if found is None else found[0]


def _coverage(instance: Instance) -> Mapping[str, JsonValue] | None:
    """Return lines and branches of the refactored code on the base; None if they were not measured."""
    facts = None if instance.coverage is None else instance.coverage.facts
    side = None if facts is None else facts.before
    if side is None:
        return None
    return {
        name: {"missed": count.total - count.covered, "covered": count.covered}
        for name, count in (("LINE", side.lines), ("BRANCH", side.branches))
    }
