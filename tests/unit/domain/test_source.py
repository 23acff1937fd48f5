from verifier.domain.refactoring import MethodId
from verifier.domain.source import (
    CompilationUnit,
    Member,
    MemberKind,
    Span,
    TypeDeclaration,
    TypeKind,
    source_directories,
)


def test_directories_are_those_of_sources_with_all_their_parents() -> None:
    paths = ["src/main/java/p/A.java", "docs/guide.md", "Root.java", "tools/x.py"]
    assert source_directories(paths) == {
        "src",
        "src/main",
        "src/main/java",
        "src/main/java/p",
        "tools",
    }


def test_no_paths_have_no_directories() -> None:
    assert source_directories([]) == frozenset()


def test_a_method_is_found_by_its_whole_signature() -> None:
    def member(types: tuple[str, ...], start: int) -> Member:
        return Member(
            kind=MemberKind.METHOD,
            class_name="p.A",
            names=("m",),
            span=Span(start=start, end=start + 5),
            method=MethodId(class_name="p.A", name="m", parameter_types=types),
        )

    declared = TypeDeclaration(
        kind=TypeKind.CLASS,
        class_name="p.A",
        span=Span(start=0, end=30),
        body=Span(start=8, end=30),
        members=(member((), 10), member(("int",), 20)),
    )
    unit = CompilationUnit(package="p", imports=(), types=(declared,))
    found = unit.method(MethodId.parse("p.A#m(int)"))
    assert found is not None
    assert found.span.start == 20
    assert unit.method(MethodId.parse("p.A#m(long)")) is None
