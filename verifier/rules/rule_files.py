"""Rule sets as files; reading is strict, so that no rule is lost or renamed silently.

A set is a folder with `rules_positive.yml` and `rules_negative.yml` (either may be missing) or
`rules.yml`, or one such file. If the file's name does not determine the kind, each rule states it
in `metadata.kind`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from verifier.domain.instance import StableId
from verifier.domain.rules import Rule, RuleKind
from verifier.errors import InputError
from verifier.printable import pluralize
from verifier.rules.yaml_text import YamlError, from_yaml, to_yaml
from verifier.tools.storage.files import replacing, storage_errors
from verifier.utf8 import without_mark

POSITIVE, NEGATIVE, MIXED = "rules_positive", "rules_negative", "rules"
_KINDS = {POSITIVE: RuleKind.ADDITIVE, NEGATIVE: RuleKind.REDUCTIVE}
_SUFFIXES = (".yml", ".yaml", ".json")
_ID = re.compile(r"[A-Za-z0-9_-]+")
_COUNTS = ("nr_refactored_patterns", "nr_legacy_patterns")


class RuleFileError(InputError):
    """A rule file, or one of its rules, does not meet the requirements of a rule set."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """Rules in the order of their files; ids are unique across both kinds."""

    rules: tuple[Rule, ...]

    @cached_property
    def hash(self) -> str:
        """A hash of every rule's kind and definition, and of their order."""
        return str(StableId.of(*(f"{r.kind} {canonical(r.definition)}" for r in self.rules)))

    def of(self, kind: RuleKind) -> tuple[Rule, ...]:
        """Return the rules of one kind."""
        return tuple(rule for rule in self.rules if rule.kind is kind)


def canonical(definition: Mapping[str, Any]) -> str:
    """Return a definition as one line of JSON, independent of the order of its keys."""
    return json.dumps(definition, sort_keys=True, default=str, ensure_ascii=True)


def read_rule_set(path: Path) -> RuleSet:
    """Read a folder or one file.

    Raises:
        RuleFileError: it does not exist, is not a rule set, or an id is invalid or occurs twice.
    """
    return RuleSet(rules=unique(rule for file in files_of_set(path) for rule in read_rules(file)))


def files_of_set(path: Path) -> tuple[Path, ...]:
    """Return the rule files of a set, at least one.

    Raises:
        RuleFileError: it does not exist, or is not a rule set.
    """
    files = rule_files(path)
    if not files:
        raise RuleFileError(f"{path}: no rule set", hint=_where_sets_are(path))
    return files


def _where_sets_are(path: Path) -> str:
    inside = (
        sorted(p for p in path.iterdir() if p.is_dir() and rule_files(p)) if path.is_dir() else []
    )
    if inside:
        return f"The folder holds {pluralize(len(inside), 'set')}: name one, such as {inside[0]}."
    return f"Give a YAML file, or a folder with {POSITIVE}.yml, {NEGATIVE}.yml or {MIXED}.yml."


def rule_files(path: Path) -> tuple[Path, ...]:
    """Return the rule files of a folder, positive ones first, or the file itself; empty if there are none."""
    if path.is_file():
        return (path,)
    names = (f"{stem}{suffix}" for stem in (POSITIVE, NEGATIVE, MIXED) for suffix in _SUFFIXES)
    return tuple(path / name for name in names if (path / name).is_file())


def kind_of_file(path: Path) -> RuleKind | None:
    """Return the kind that a file's name gives its rules; None if each rule must state it."""
    return _KINDS.get(path.stem)


def read_rules(path: Path, kind: RuleKind | None = None) -> tuple[Rule, ...]:
    """Return the rules of one file; the kind comes from `kind`, the file's name or each rule.

    Raises:
        RuleFileError: it cannot be read, or one of its rules is invalid.
    """
    try:
        text = without_mark(path.read_bytes(), path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleFileError(f"cannot read {path}: {error}") from error
    return parse_rules(text, kind=kind or kind_of_file(path), source=str(path))


def parse_rules(text: str, *, kind: RuleKind | None = None, source: str = "") -> tuple[Rule, ...]:
    """Parse the rules of a YAML text; `source` names it in errors.

    Raises:
        RuleFileError: not YAML, no list `rules`, or one of its rules is invalid.
    """
    return unique(
        parse_rule(definition, kind=kind, where=f"{source}: rule {number}")
        for number, definition in enumerate(definitions(text, source), start=1)
    )


def definitions(text: str, source: str = "") -> list[Any]:
    """Return the entries of the list `rules` in a YAML text, unchecked.

    Raises:
        RuleFileError: not YAML, or there is no such list.
    """
    try:
        content = from_yaml(text)
    except YamlError as error:
        raise RuleFileError(f"{source}: not readable as YAML: {error}") from error
    rules = content.get("rules") if isinstance(content, Mapping) else None
    if not isinstance(rules, list):
        raise RuleFileError(
            f"{source}: no list `rules`", hint="A rule file is a YAML mapping with a list `rules`."
        )
    return rules


def parse_rule(definition: object, *, kind: RuleKind | None = None, where: str = "") -> Rule:
    """Check one rule's mapping: its id, its kind and its metadata.

    Raises:
        RuleFileError: the message says which of them is wrong.
    """
    if not isinstance(definition, Mapping):
        raise RuleFileError(f"{where} is not a mapping but {_describe(definition)}")
    identifier = _check_id(definition.get("id"), where)
    metadata = definition.get("metadata", {})
    if not isinstance(metadata, Mapping):
        raise RuleFileError(f"{where} ({identifier}): `metadata` is not a mapping")
    for name in _COUNTS:
        _check_count(metadata, name, f"{where} ({identifier})")
    return Rule(
        id=identifier,
        kind=_check_kind(metadata.get("kind"), kind, f"{where} ({identifier})"),
        definition=definition,
    )


def _check_id(value: object, where: str) -> str:
    if isinstance(value, bool):
        raise RuleFileError(
            f"{where}: its id is the YAML boolean {str(value).lower()}, not a string",
            hint='Quote it: id: "no". YAML reads yes, no, on and off as booleans.',
        )
    if not isinstance(value, str):
        raise RuleFileError(
            f"{where}: its id is {_describe(value)}, not a string", hint="Quote it."
        )
    if "." in value:
        raise RuleFileError(
            f"{where}: the id {value!r} has a dot",
            hint="Engines put the path before an id with dots; use - or _.",
        )
    if not _ID.fullmatch(value):
        raise RuleFileError(
            f"{where}: the id {value!r} is not made of letters, digits, - and _ alone"
        )
    return value


def _describe(value: object) -> str:
    return "missing" if value is None else f"{value!r} ({type(value).__name__})"


def _check_count(metadata: Mapping[str, Any], name: str, where: str) -> None:
    value = metadata.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RuleFileError(f"{where}: metadata.{name} is {value!r}, not a count")


def _check_kind(said: object, given: RuleKind | None, where: str) -> RuleKind:
    if said is None and given is None:
        raise RuleFileError(
            f"{where} has no kind",
            hint=f"Set metadata.kind to additive or reductive, or name the file {POSITIVE}.yml or"
            f" {NEGATIVE}.yml.",
        )
    if said is None and given is not None:
        return given
    if said not in tuple(RuleKind):
        raise RuleFileError(f"{where}: metadata.kind is {said!r}, not additive or reductive")
    kind = RuleKind(str(said))
    if given is not None and kind is not given:
        raise RuleFileError(f"{where}: metadata.kind is {kind}, and its file holds {given} rules")
    return kind


def unique(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules in order.

    Raises:
        RuleFileError: an id occurs twice.
    """
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.id in found:
            raise RuleFileError(f"the rule id {rule.id!r} is there twice")
        found[rule.id] = rule
    return tuple(found.values())


def rules_text(rules: Iterable[Rule]) -> str:
    """Return a YAML file of these rules; every rule states its kind, so one file can contain both."""
    return to_yaml({"rules": [_with_kind(rule) for rule in rules]})


def _with_kind(rule: Rule) -> dict[str, Any]:
    metadata = {"kind": str(rule.kind)} | dict(rule.metadata)
    return {**rule.definition, "metadata": metadata}


def write_rule_set(folder: Path, rules: RuleSet) -> None:
    """Write a set where `read_rule_set` finds it: as two files, or into the existing ones.

    Raises:
        StorageError: the folder cannot be written.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    there = {path.stem: path for path in rule_files(folder)}
    parts = {stem: rules.of(kind) for stem, kind in _KINDS.items()}
    if MIXED in there:
        parts = {MIXED: rules.rules, **dict.fromkeys(parts, ())}
    for stem, members in parts.items():
        if members or stem in there:
            with replacing(there.get(stem, folder / f"{stem}.yml")) as stream:
                stream.write(rules_text(members).encode())
