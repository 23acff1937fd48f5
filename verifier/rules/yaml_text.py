"""YAML as data: no code runs, no key occurs twice, no alias expands to gigabytes."""

from collections.abc import Hashable, Mapping
from typing import Any

import yaml

from verifier.tools.shallow_yaml import ShallowScanner

MOST_CHARACTERS = 8 * 1024**2
MOST_NODES = 1_000_000
MOST_KEYS = 10_000
MOST_BITS = 64
_MERGE = "tag:yaml.org,2002:merge"


class YamlError(Exception):
    """A text is not accepted as YAML; the message says where and why."""


class _StrictLoader(ShallowScanner, yaml.SafeLoader):
    """SafeLoader that refuses duplicate keys, which YAML forbids and PyYAML accepts."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            if key_node.tag == _MERGE:
                continue
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable) and key in seen:
                mark = key_node.start_mark
                raise YamlError(f"line {mark.line + 1}: the key {key!r} is there twice")
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep=deep)

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        super().flatten_mapping(node)
        if len(node.value) > MOST_KEYS:
            raise YamlError(f"a mapping of more than {MOST_KEYS:,} keys")


def from_yaml(text: str) -> Any:
    """Parse a YAML text.

    Raises:
        YamlError: not YAML, several documents, a duplicate key, nested too deeply or too large, or a
            value that JSON, which engines read, cannot represent.
    """
    if len(text) > MOST_CHARACTERS:
        raise YamlError(f"{len(text):,} characters; {MOST_CHARACTERS:,} are read")
    try:
        content = yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader
        _count(content, {})
    except yaml.YAMLError as error:
        raise YamlError(" ".join(str(error).split())) from error
    except ValueError as error:
        raise YamlError(f"a value that is none: {error}") from error
    except RecursionError as error:
        raise YamlError("nested too deeply, or an alias that holds itself") from error
    return content


def _count(value: object, known: dict[int, int]) -> int:
    """Return how many nodes a value has after expanding its aliases."""
    if not isinstance(value, Mapping | list):
        _writable(value)
        return 1
    if id(value) not in known:
        for key in value if isinstance(value, Mapping) else ():
            if not isinstance(key, str):
                raise YamlError(f"the key {key!r} is not a string; quote it")
            _writable(key)
        parts = value.values() if isinstance(value, Mapping) else value
        known[id(value)] = 1 + sum(_count(part, known) for part in parts)
    if known[id(value)] > MOST_NODES:
        raise YamlError(f"more than {MOST_NODES:,} nodes, with its aliases written out")
    return known[id(value)]


def _writable(value: object) -> None:
    """Refuse values that JSON cannot represent."""
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise YamlError(f"an integer of more than {MOST_BITS} bits; quote it")
    if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise YamlError(f"half of a surrogate pair in {value[:40]!a}")


def to_yaml(content: object) -> str:
    """Return a YAML text with keys in their order and no aliases."""
    return yaml.dump(content, Dumper=_PlainDumper, sort_keys=False, allow_unicode=True, width=100)


class _PlainDumper(yaml.SafeDumper):
    """Writes multi-line texts as blocks, and expands all aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_PlainDumper.add_representer(str, _text)
