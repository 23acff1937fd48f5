"""YAML as data: no code runs, no key is there twice, no alias grows into gigabytes."""

from collections.abc import Hashable, Mapping
from typing import Any

import yaml

MOST_CHARACTERS = 8 * 1024**2
MOST_NODES = 1_000_000


class YamlError(Exception):
    """A text is no YAML that is read here; the message says where and why."""


class _StrictLoader(yaml.SafeLoader):
    """SafeLoader that refuses a key given twice, which YAML forbids and PyYAML lets win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable) and key in seen:
                mark = key_node.start_mark
                raise YamlError(f"line {mark.line + 1}: the key {key!r} is there twice")
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep=deep)


def from_yaml(text: str) -> Any:
    """What a YAML text holds.

    Raises:
        YamlError: not YAML, several documents, a key twice, nested too deeply or too large.
    """
    if len(text) > MOST_CHARACTERS:
        raise YamlError(f"{len(text):,} characters; {MOST_CHARACTERS:,} are read")
    try:
        content = yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader
        _counted(content, {})
    except yaml.YAMLError as error:
        raise YamlError(" ".join(str(error).split())) from error
    except RecursionError as error:
        raise YamlError("nested too deeply, or an alias that holds itself") from error
    return content


def _counted(value: object, known: dict[int, int]) -> int:
    """How many nodes a value has once its aliases are written out."""
    if not isinstance(value, Mapping | list):
        return 1
    if id(value) not in known:
        parts = value.values() if isinstance(value, Mapping) else value
        known[id(value)] = 1 + sum(_counted(part, known) for part in parts)
    if known[id(value)] > MOST_NODES:
        raise YamlError(f"more than {MOST_NODES:,} nodes, with its aliases written out")
    return known[id(value)]


def to_yaml(content: object) -> str:
    """A YAML text with keys in their order and no aliases."""
    return yaml.dump(content, Dumper=_PlainDumper, sort_keys=False, allow_unicode=True, width=100)


class _PlainDumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and every value where it stands."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_PlainDumper.add_representer(str, _text)
