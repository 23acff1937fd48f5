"""What hosts of agents and the MCP registry read: complete, of one version, and calls what there is.

The schemas are ours, written from the hosts' documentation: closed sets of fields with their types.
"""

import json
import re
import runpy
import shlex
import subprocess
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from verifier import __version__
from verifier.cli.check import command as check
from verifier.cli.main import cli
from verifier.cli.mcp import command as mcp
from verifier.cli.options.records import record_of
from verifier.cli.options.source import SourceChoice, source_of

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "write-plugins"))
FILES: dict[str, Any] = SCRIPT["make_files"](*SCRIPT["read_facts"]())
PLUGIN = "plugins/refverify"

TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "items": TEXT}
SEMVER = {"type": "string", "pattern": r"^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$"}
NAME = {"type": "string", "pattern": r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "maxLength": 64}


def record(required: str, **fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": required.split(),
        "additionalProperties": False,
    }


def map_of(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "minProperties": 1, "additionalProperties": value}


AUTHOR = record("name", name=TEXT, email=TEXT, url=TEXT)
IDENTITY = {
    "name": NAME,
    "version": SEMVER,
    "description": TEXT,
    "author": AUTHOR,
    "homepage": TEXT,
    "repository": TEXT,
    "license": TEXT,
    "keywords": TEXTS,
}
SERVER = record("command args", command=TEXT, args=TEXTS, env=map_of(TEXT), cwd=TEXT)
PORTABLE_SERVER = record("type command", type={"const": "stdio"}, command=TEXT, args=TEXTS)
COMMAND_HOOK = record(
    "type command",
    type={"const": "command"},
    command=TEXT,
    timeout={"type": "integer", "minimum": 1},
)
CLAUDE_HOOKS = record(
    "hooks",
    hooks=map_of(
        {"type": "array", "items": record("hooks", hooks={"type": "array", "items": COMMAND_HOOK})}
    ),
)
CURSOR_HOOKS = record(
    "version hooks",
    version={"const": 1},
    hooks=map_of(
        {"type": "array", "items": record("command", command=TEXT, loop_limit={"type": "integer"})}
    ),
)
ENTRY = record(
    "name source",
    name=NAME,
    source={"type": "string", "pattern": r"^\./[\w./-]+$"},
    description=TEXT,
)
OWNER = record("name", name=TEXT, email=TEXT)
CODEX_INTERFACE = record(
    "displayName shortDescription longDescription developerName category capabilities defaultPrompt",
    displayName=TEXT,
    shortDescription=TEXT,
    longDescription=TEXT,
    developerName=TEXT,
    category=TEXT,
    capabilities=TEXTS,
    defaultPrompt={"type": "array", "items": {"type": "string", "maxLength": 128}, "maxItems": 3},
)
ARGUMENT = {
    "oneOf": [
        record("type value", type={"const": "positional"}, value=TEXT),
        record(
            "type name",
            type={"const": "named"},
            name={"type": "string", "pattern": "^--"},
            description=TEXT,
            format={"enum": ["string", "number", "boolean", "filepath"]},
            isRequired={"type": "boolean"},
            isRepeated={"type": "boolean"},
        ),
    ]
}
PACKAGE = record(
    "registryType identifier version transport",
    registryType={"const": "pypi"},
    identifier={"const": "refverify"},
    version=TEXT,
    runtimeHint={"const": "uvx"},
    transport=record("type", type={"const": "stdio"}),
    packageArguments={"type": "array", "items": ARGUMENT},
)
SCHEMAS: dict[str, dict[str, Any]] = {
    # Claude Code: plugin marketplaces, plugins reference.
    ".claude-plugin/marketplace.json": record(
        "name owner plugins",
        name=NAME,
        owner=OWNER,
        description=TEXT,
        plugins={"type": "array", "items": ENTRY},
    ),
    f"{PLUGIN}/.claude-plugin/plugin.json": record("name", **IDENTITY, mcpServers=map_of(SERVER)),
    f"{PLUGIN}/hooks/hooks.json": CLAUDE_HOOKS,
    # Cursor: github.com/cursor/plugins, schemas of plugins and marketplaces.
    ".cursor-plugin/marketplace.json": record(
        "name plugins",
        name=TEXT,
        owner=OWNER,
        metadata=record("", description=TEXT),
        plugins={"type": "array", "items": ENTRY},
    ),
    f"{PLUGIN}/.cursor-plugin/plugin.json": record(
        "name",
        **IDENTITY,
        skills={"const": "./skills/"},
        mcpServers=map_of(SERVER),
        hooks=CURSOR_HOOKS,
    ),
    # Codex: build plugins, with the fields that its own validator accepts.
    f"{PLUGIN}/.codex-plugin/plugin.json": record(
        "name version description author interface",
        **IDENTITY,
        skills={"const": "./skills/"},
        mcpServers=map_of(SERVER),
        interface=CODEX_INTERFACE,
    ),
    # Gemini CLI: extension reference. The name is that of the folder.
    f"{PLUGIN}/gemini-extension.json": record(
        "name version",
        name={"const": Path(PLUGIN).name},
        version=SEMVER,
        description=TEXT,
        mcpServers=map_of(SERVER),
    ),
    # Agent Plugins 1.0.0, sections 5 and 7.2.
    f"{PLUGIN}/plugin.json": record(
        "$schema name",
        **{"$schema": {"const": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"}},
        **IDENTITY,
    ),
    f"{PLUGIN}/mcp.json": record(
        "$schema mcpServers",
        **{"$schema": {"const": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"}},
        mcpServers=map_of(PORTABLE_SERVER),
    ),
    # MCP registry: server.json format, with the limits of the official registry.
    "server.json": record(
        "$schema name description version packages",
        **{
            "$schema": {
                "const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
            }
        },
        name={
            "type": "string",
            "pattern": r"^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
            "minLength": 3,
            "maxLength": 200,
        },
        title={"type": "string", "minLength": 1, "maxLength": 100},
        description={"type": "string", "minLength": 1, "maxLength": 100},
        version={"type": "string", "maxLength": 255},
        repository=record("url source", url=TEXT, source={"const": "github"}),
        packages={"type": "array", "items": PACKAGE},
    ),
}


def read(name: str) -> Any:
    return json.loads((ROOT / name).read_text(encoding="utf-8"))


def servers() -> list[tuple[str, list[str]]]:
    return [
        (name, [s["command"], *s["args"]])
        for name in FILES
        if isinstance(found := read(name).get("mcpServers"), dict)
        for s in found.values()
    ]


def hook_commands() -> list[tuple[str, str]]:
    claude = read(f"{PLUGIN}/hooks/hooks.json")["hooks"]["Stop"][0]["hooks"][0]["command"]
    cursor = read(f"{PLUGIN}/.cursor-plugin/plugin.json")["hooks"]["hooks"]["stop"][0]["command"]
    return [("claude-code", claude), ("cursor", cursor)]


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_scripts_write_plugins_writes(name: str) -> None:
    assert read(name) == FILES[name]


def test_each_file_has_a_schema() -> None:
    assert SCHEMAS.keys() == FILES.keys()


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_has_the_fields_that_its_host_documents(name: str) -> None:
    jsonschema.validate(read(name), SCHEMAS[name])


def test_there_is_one_skill_and_every_catalogue_leads_to_its_plugin() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*SKILL.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert listed.stdout.split() == [f"{PLUGIN}/skills/refverify/SKILL.md"]
    for catalogue in (".claude-plugin", ".cursor-plugin"):
        (entry,) = read(f"{catalogue}/marketplace.json")["plugins"]
        manifest = read(f"{entry['source']}/{catalogue}/plugin.json")
        assert (ROOT / entry["source"] / "skills" / "refverify" / "SKILL.md").is_file()
        assert entry["name"] == manifest["name"]


@pytest.mark.parametrize(("name", "words"), servers())
def test_a_server_s_words_start_this_version_s_server_and_name_one_folder(
    name: str, words: list[str], tmp_path: Path
) -> None:
    program, tool, command, option, folder = words

    assert (program, tool, command) == ("uvx", f"refverify@{__version__}", "mcp")
    assert cli.get_command(click.Context(cli), command) is mcp
    mcp.make_context(command, [option, str(tmp_path)])
    places = {
        "claude": "${CLAUDE_PROJECT_DIR}",
        "cursor": "${workspaceFolder}",
        "gemini": "${workspacePath}",
    }
    assert folder == next((place for host, place in places.items() if host in name), "~")


def test_five_hosts_start_the_server() -> None:
    assert len(servers()) == 5


@pytest.mark.parametrize(("host", "line"), hook_commands())
def test_a_hook_s_words_are_a_check_of_this_version_that_builds_nothing(
    host: str, line: str
) -> None:
    found = re.fullmatch(r"if (.+) >/dev/null 2>&1; then (.+); fi", line)
    assert found is not None
    install, call = (shlex.split(part) for part in found.groups())
    assert install == ["uvx", "--quiet", f"refverify@{__version__}", "--version"]
    assert call[:5] == ["uvx", "--quiet", "--offline", f"refverify@{__version__}", "check"]
    context = check.make_context("check", call[5:])
    assert (context.params["hook"], context.params["level"]) == (host, "static")
    assert source_of(record_of(SourceChoice, context.params)).base == "HEAD"


def test_the_readme_proves_the_name_in_the_registry() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert re.findall(r"<!-- mcp-name: (.+) -->", text) == [read("server.json")["name"]]


def test_the_page_says_how_each_host_installs_the_plugin_and_what_the_server_may_read() -> None:
    page = (ROOT / "docs/agents.md").read_text(encoding="utf-8")

    for start, end in (
        ("| Claude Code | `/plugin marketplace add", "| server, skill, hook | the project |"),
        ("| Cursor |", "| server, skill, hook | the workspace |"),
        ("| Codex | `codex plugin marketplace add", "| server, skill, hook | your home folder |"),
        (
            "| Gemini CLI | `gemini extensions install plugins/refverify`",
            "| server, skill | the workspace |",
        ),
        ("| VS Code, GitHub Copilot", "| server, skill | your home folder |"),
    ):
        assert [
            line for line in page.splitlines() if line.startswith(start) and line.endswith(end)
        ], start


CFF_KEYS = {
    *(
        "abstract",
        "authors",
        "cff-version",
        "commit",
        "contact",
        "date-released",
        "doi",
        "identifiers",
        "keywords",
    ),
    *(
        "license",
        "license-url",
        "message",
        "preferred-citation",
        "references",
        "repository",
        "repository-artifact",
    ),
    *("repository-code", "title", "type", "url", "version"),
}
"""The keys of the Citation File Format 1.2.0."""


def test_the_citation_is_of_this_version_and_in_the_citation_file_format() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))

    assert {"cff-version", "message", "title", "authors"} <= cited.keys() <= CFF_KEYS
    assert (cited["cff-version"], cited["type"], cited["license"]) == (
        "1.2.0",
        "software",
        "Apache-2.0",
    )
    assert all(
        author.keys() <= {"name", "given-names", "family-names", "orcid", "affiliation"}
        for author in cited["authors"]
    )
    assert len(set(cited["keywords"])) == len(cited["keywords"]) > 0
    assert (cited["version"], cited["repository-code"]) == SCRIPT["read_facts"]()
