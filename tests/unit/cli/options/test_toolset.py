"""Every option of the tools arrives, whichever command has it."""

import pytest

from tests.contracts.test_help import command_at
from verifier.cli.options.records import RECORD, record_of
from verifier.cli.prepare import PrepareOptions
from verifier.cli.validate import ValidateOptions
from verifier.cli.verify import VerifyOptions
from verifier.judging.options import ToolsetOptions

WORDS = "--sandbox docker --image i --runtime runsc --jobs 3 --memory 512 --offline"


def parse(name: str, *words: str) -> ToolsetOptions:
    command = command_at((name,))
    found = command.make_context(name, [*words, *WORDS.split()])
    record = record_of(vars(command.callback)[RECORD], found.params)
    if isinstance(record, VerifyOptions):
        return record.judging().tools
    assert isinstance(record, PrepareOptions | ValidateOptions)
    return record.request().tools


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("prepare", ("--repo", "r")),
        ("validate", ("--repo", "r")),
        ("verify", ("p.jsonl", "--run", "r")),
    ],
)
def test_every_word_of_the_tools_arrives(name: str, words: tuple[str, ...]) -> None:
    found = parse(name, *words)

    assert (found.sandbox, found.image, found.runtime, found.jobs) == ("docker", "i", "runsc", 3)
    assert (found.build.limits.memory_bytes, found.build.offline) == (512 * 1024**2, True)
