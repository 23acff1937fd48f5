"""What a module's own settings say of its folders."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE


@pytest.mark.parametrize(
    ("folder", "main", "test", "outputs"),
    [
        (".", "target/classes", "target/test-classes", ("target", "target/classes", "target/test-classes")),
        ("core", "core/target/classes", "core/out/tests",
         ("core/out", "core/out/tests", "core/target", "core/target/classes")),
        (".", "bin", "bin-test", ("bin", "bin-test")),
        ("core", "core/bin", "core/bin", ("core/bin",)),
    ],
)  # fmt: skip
def test_a_build_fills_its_output_folders_and_never_the_module_itself(
    folder: str, main: str, test: str, outputs: tuple[str, ...]
) -> None:
    module = replace(MODULE, folder=folder, main_output=main, test_output=test)

    assert module.outputs == outputs
