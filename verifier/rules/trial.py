"""Try rules on a base and a golden tree with the real engine: check and register them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.domain.rules import Rule, Scan
from verifier.domain.source import FileChange, Tree
from verifier.rules.changed_lines import find_changed_lines
from verifier.rules.fulfilment import ChangedPaths
from verifier.rules.registration import Candidate, Registration, Sides, register
from verifier.rules.rule_files import RuleSet
from verifier.rules.scanning import Scanner
from verifier.rules.validity import Trouble, Validity, validities


def validate(scanner: Scanner, base: Tree, golden: Sequence[FileChange]) -> tuple[Validity, ...]:
    """Judge the scanner's rules; a rule that the engine refuses is invalid.

    Raises:
        ScanFailed: the engine died, so nothing is known.
    """
    refused = scanner.engine.refusals(scanner.rules)
    taken = tuple(rule for rule in scanner.rules if rule.id not in refused)
    before, after = _scans(replace(scanner, rules=taken), base, golden)
    found = {v.rule: v for v in validities(taken, before, after, _change(base, golden))}
    return tuple(
        found[rule.id] if rule.id in found else _refuse(rule, refused) for rule in scanner.rules
    )


def register_on_trees(
    candidates: Sequence[Candidate],
    registered: RuleSet,
    scanner: Scanner,
    base: Tree,
    golden: Sequence[FileChange],
) -> Registration:
    """Register candidates by scanning both trees; the scanner's own rules are not used.

    Raises:
        ScanFailed: the engine died, so nothing is known.
    """
    sides = Sides(
        scan=lambda rules: _scans(replace(scanner, rules=tuple(rules)), base, golden),
        refusals=scanner.engine.refusals,
        change=_change(base, golden),
    )
    return register(candidates, registered, sides)


def _scans(scanner: Scanner, base: Tree, golden: Sequence[FileChange]) -> tuple[Scan, Scan]:
    before = scanner.whole(base)
    return before, scanner.changed(before, golden)


def _change(base: Tree, golden: Sequence[FileChange]) -> ChangedPaths:
    renames = find_changed_lines(base, golden).renames
    return ChangedPaths(paths=frozenset(change.path for change in golden), renames=renames)


def _refuse(rule: Rule, refused: Mapping[str, str]) -> Validity:
    return Validity(
        rule=rule.id,
        kind=rule.kind,
        base=0,
        golden=0,
        troubles=(Trouble.ENGINE,),
        details=refused[rule.id],
    )
