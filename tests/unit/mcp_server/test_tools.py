"""The schemas that hosts read: whole, closed and small."""

import json

import pytest
from jsonschema import Draft202012Validator

from verifier.domain.declared import to_plain
from verifier.mcp_server.advice import explain
from verifier.mcp_server.answers import JobState, Reply
from verifier.mcp_server.requests import ToolName
from verifier.mcp_server.tools import TOOLS

WAITING = Reply(state=JobState.RUNNING, job="0" * 32, poll_after_s=20)
FORBIDDEN = {"sandbox", "image", "command", "environment", "env", "jdk", "maven", "options"}


@pytest.mark.parametrize("name", list(ToolName))
def test_each_tool_has_schemas_that_are_schemas(name: ToolName) -> None:
    tool = TOOLS[name]
    for schema in (tool.input_schema(), tool.output_schema()):
        Draft202012Validator.check_schema(schema)
    assert tool.input_schema()["additionalProperties"] is False
    answer = explain("IMPURE") if name is ToolName.EXPLAIN else WAITING
    Draft202012Validator(tool.output_schema()).validate(to_plain(answer))


@pytest.mark.parametrize("name", list(ToolName))
def test_no_tool_takes_what_decides_where_code_runs(name: ToolName) -> None:
    assert FORBIDDEN.isdisjoint(TOOLS[name].input_schema()["properties"])


def test_all_that_a_host_reads_of_the_tools_is_small() -> None:
    arguments = sum(len(json.dumps(tool.input_schema())) for tool in TOOLS.values())
    answers = sum(len(json.dumps(tool.output_schema())) for tool in TOOLS.values())

    assert arguments < 8_000
    assert answers < 30_000


@pytest.mark.parametrize("name", list(ToolName))
def test_no_schema_names_a_module_of_ours(name: ToolName) -> None:
    tool = TOOLS[name]

    assert "verifier." not in json.dumps([tool.input_schema(), tool.output_schema()])
