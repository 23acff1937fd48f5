"""One module per external system, and one place for each construct that must not spread."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "verifier"


@cache
def sources() -> Mapping[str, Sequence[ast.AST]]:
    """All nodes of every source file, read once for all doors."""
    return {
        path.relative_to(PACKAGE).as_posix(): tuple(
            ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
        for path in PACKAGE.rglob("*.py")
    }


def files_with(found: Callable[[ast.AST], bool]) -> set[str]:
    return {path for path, nodes in sources().items() if any(map(found, nodes))}


def list_imports(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        yield node.module.partition(".")[0]


def importers(module: str) -> set[str]:
    return files_with(lambda node: module in list_imports(node))


def rooms(files: set[str]) -> set[str]:
    return {name.partition("/")[0] for name in files}


def is_environment(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in {"environ", "getenv", "environb"}
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
    )


def is_call_of(name: str) -> Callable[[ast.AST], bool]:
    return lambda node: (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    )


def is_broad_handler(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ExceptHandler)
        and isinstance(node.type, ast.Name)
        and node.type.id == "Exception"
    )


def test_only_the_process_adapter_starts_programs() -> None:
    assert importers("subprocess") == {"tools/process.py"}


def test_only_the_distribution_and_the_repository_proxy_are_downloaded_directly() -> None:
    found = files_with(
        lambda node: (
            isinstance(node, ast.Import) and any(n.name == "urllib.request" for n in node.names)
        )
    )
    assert found == {"tools/gradle_distribution.py"}
    assert importers("urllib3") == {
        "builds/repository_proxy/connections.py",
        "builds/repository_proxy/fetching.py",
    }


def test_only_the_analysis_starts_a_jvm() -> None:
    assert rooms(importers("jpype")) <= {"analysis"}


def test_xml_is_read_in_one_place_only() -> None:
    parsing = files_with(
        lambda node: (
            isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xml.etree")
        )
    )
    assert importers("defusedxml") | parsing == {"tools/hostile_xml.py"}


def test_only_the_sandbox_talks_to_the_engine() -> None:
    assert rooms(importers("docker")) <= {"sandbox"}


def test_only_the_configuration_reads_the_environment() -> None:
    assert files_with(is_environment) == {"config.py"}


def test_only_one_module_asks_models() -> None:
    assert importers("openai") == {"generation/endpoints/endpoint.py"}
    assert importers("httpx2") == {"generation/endpoints/endpoint.py"}


def test_nothing_prints_past_click_and_the_console() -> None:
    assert files_with(is_call_of("print")) == set()


def test_only_the_sandbox_s_own_process_and_a_connection_to_ray_change_the_folder() -> None:
    # Ray puts the folder that is current on the search path of its workers.
    changing = files_with(lambda n: isinstance(n, ast.Attribute) and n.attr == "chdir")
    assert changing <= {"sandbox/supervisor.py", "workflows/distributing/ray_cluster.py"}


def test_only_one_module_knows_ray() -> None:
    assert importers("ray") == {"workflows/distributing/ray_cluster.py"}


def test_everything_is_caught_at_the_item_guard_and_at_the_last_border_only() -> None:
    assert files_with(is_broad_handler) == {"judging/judgement.py", "cli/main.py"}


READERS = {"comparable", "decode"}
"""Both take the encoding that a build declares; whoever calls them has to know it."""


def reads_java_bytes(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "verifier.java_text.encoding"
        and bool(READERS & {alias.name for alias in node.names})
    )


def test_bytes_of_java_become_text_where_their_encoding_is_known() -> None:
    assert files_with(reads_java_bytes) == {
        "analysis/commits.py",
        "builds/evidence/canary.py",
        "builds/described/smallest_test.py",  # a guess, that a wrong reading only makes worse
        "checks/coverage.py",
        "gates/split/hunks.py",  # a guess: the tree with the line that it encodes is judged again
        "gates/review/reviewing.py",  # a guess, that decides nothing: a person reads the lines
        "generation/prompting/material.py",
        "java_text/tree_text.py",
        "predictions/patches/patch_form.py",
        "predictions/splicing/splice.py",
        "predictions/patches/unified_diff.py",
        "proving/difference.py",
    }


def starts_a_program_without(word: str) -> Callable[[ast.AST], bool]:
    def is_found(node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        return name in {"run", "popen"} and word not in {each.arg for each in node.keywords}

    return is_found


def asks_for_a_kind_of_strategy(node: ast.AST) -> bool:
    return is_call_of("isinstance")(node) and any(
        isinstance(name, ast.Name) and name.id.endswith("Strategy") for name in ast.walk(node)
    )


def test_no_user_of_a_strategy_asks_which_kind_it_is() -> None:
    # What only some strategies can do is a method of the protocol, with a default.
    assert files_with(asks_for_a_kind_of_strategy) == set()


def test_git_and_the_rule_engine_never_run_without_limits() -> None:
    near = {path for path in importers("verifier.tools.git.program") if path.startswith("tools/")}
    near |= files_with(is_call_of("git_program")) | {"tools/opengrep/scan.py"}

    assert "tools/git/clone.py" in near
    assert near & files_with(starts_a_program_without("limits")) == set()


def test_no_file_goes_through_the_engine_s_archive_copy() -> None:
    # Its decompression runs as root on the host, whatever the container may do.
    copies = {"put_archive", "get_archive"}

    assert files_with(lambda node: isinstance(node, ast.Attribute) and node.attr in copies) == set()
