"""Tasks, contexts and bases for tests of prompts. Each golden field can hold a canary."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.contexts import CONTEXT
from tests.support.instances import make_mined
from verifier.domain.instance import Instance, SideSources
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.tools.records import to_line

CANARY = "Canary"
METHOD = MethodId(class_name="p.A", name="f", parameter_types=("int",))
BEFORE = SideSources(
    method="/** Says f. */\nvoid f(int x) {\n  use(x);\n}\n",
    partner="",
    class_="class A {\n  void f(int x) {\n    use(x);\n  }\n}\n",
    file_sha256="",
)
FILES = {
    "src/main/java/p/A.java": "package p;\n\nclass A {\n  void f(int x) {\n    use(x);\n  }\n}\n",
    "src/main/java/p/B.java": "package p;\n\nclass B {}\n",
    "src/test/java/p/ATest.java": "package p;\n\nclass ATest {}\n",
}


class Files:
    """The files of a base, without a repository."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self._files = FILES if files is None else files

    def text(self, path: str) -> str:
        return self._files[path]

    def java_paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._files, key=lambda path: path.split("/")))


def task(kind: RefactoringType = RefactoringType.EXTRACT_METHOD, **more: Any) -> Instance:
    """An instance whose golden side consists of names that contain `Canary`.

    A type that moves code has the target `p.TargetCanary`.
    """
    path = "src/main/java/p/A.java"
    new = MethodId(class_name=f"p.Target{CANARY}", name=f"new{CANARY}")
    before = RefactoringSide(file=path, method=METHOD)
    after = RefactoringSide(file=f"src/main/java/p/Target{CANARY}.java", method=new)
    if kind.traits.extracts_method:
        after = RefactoringSide(file=path, method=METHOD, partner=new, partner_file=after.file)
    if kind.traits.inlines_method:
        into = MethodId(class_name="p.B", name="into")
        before = replace(before, partner=into, partner_file="src/main/java/p/B.java")
        after = RefactoringSide(file="src/main/java/p/B.java", method=into)
    if kind.traits.acts_on_variable:
        before = replace(before, variable="x", variable_type="int")
        after = replace(before, variable=f"var{CANARY}", variable_type=f"Type{CANARY}")
    fields: dict[str, Any] = {
        "type": kind,
        "description": f"{kind} new{CANARY}() from f(int)",
        "before": before,
        "after": after,
        "before_sources": BEFORE,
        "after_sources": SideSources(
            method=f"void new{CANARY}() {{ body{CANARY}(); }}",
            partner=f"void partner{CANARY}() {{ body{CANARY}(); }}",
            class_=f"class Target{CANARY} {{ int field{CANARY}; }}",
            file_sha256=f"hash{CANARY}",
        ),
        "patch": f"--- a/{path}\n+++ b/{path}\n@@ -1 +1,2 @@\n class A {{\n+ private int added{CANARY};\n",
        "others": (Refactoring(type_name="Rename Class", description=f"other{CANARY}"),),
        "edited_around": (f"around{CANARY}",),
        "context": CONTEXT,
    }
    return make_mined(**{**fields, **more})


def write_tasks(path: Path, tasks: Iterable[object]) -> Path:
    """Write records as lines."""
    path.write_bytes(b"".join(map(to_line, tasks)))
    return path


def several(number: int) -> Sequence[Instance]:
    """Instances with ids of their own."""
    return [task(id=f"i{n}") for n in range(number)]
