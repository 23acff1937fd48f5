"""Propose rules from a mined refactoring: what its methods declare, call and use, before and after.

A rule contains no text of the project, only names and Java constructs.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.instance import Instance
from verifier.domain.refactoring import MethodId
from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.domain.source import FileChange, Tree
from verifier.java_text.names import list_named_classes
from verifier.java_text.outline import read_declared_types
from verifier.rules.java_names import Use, UseKind, uses
from verifier.rules.java_patterns import (
    CONTEXTS,
    Clause,
    Form,
    call,
    call_on_class,
    declaration,
    inside,
    inside_class,
    inside_package,
    outside_class,
    plain_call,
    repeat,
    simple_class,
    use,
)
from verifier.rules.rule_files import RuleSet
from verifier.rules.scanning import Scanner
from verifier.rules.trial import register_on_trees

MOST_OF_A_KIND = 5
LONGEST_SEQUENCE = 8
MOST_PLACED = 8
WEAK = frozenset({UseKind.FIELD, UseKind.CONSTRUCT, UseKind.NAME, "repetition", "context"})
_Proposal = tuple[str, str, list[Clause]]
_ENOUGH = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class _Side:
    """One side of a refactoring: its methods, and `scope`, the method that stays or moves, with its
    text and that of its class.
    """

    methods: tuple[MethodId, ...]
    scope: MethodId
    text: str
    around: str


def propose(instance: Instance) -> tuple[Rule, ...]:
    """Return candidate rules, the most specific first; whether they hold is not checked.

    Additive rules describe what only the side after has, reductive rules what only the side before
    has.
    """
    before, after = _before(instance), _after(instance)
    return (
        *_rules(RuleKind.ADDITIVE, after, before),
        *_rules(RuleKind.REDUCTIVE, before, after),
    )


def propose_valid(
    instance: Instance,
    scanner: Scanner,
    base: Tree,
    golden: Sequence[FileChange],
    alone: Sequence[FileChange] = (),
) -> RuleSet:
    """Return the candidates that hold on both trees and cover different lines, at most five of each
    kind.

    With `alone` (the refactoring without the rest of its commit), they must hold on that too: the
    rest of a commit may use the new method where the refactoring itself does not. Rules about
    control structures or plain names are only included if fewer than two better ones hold. Returns
    an empty set if none holds.

    Raises:
        ScanFailed: the engine died, so nothing is known.
    """
    candidates = _select_local(propose(instance), scanner, base, golden)
    tried = register_on_trees(candidates, RuleSet(rules=()), scanner, base, golden)
    held = tried.registered
    if alone and held.rules:
        held = RuleSet(rules=_select_alone(held.rules, scanner, base, golden, alone))
    kept = (rule for kind in RuleKind for rule in _choose(held.of(kind)))
    return RuleSet(rules=tuple(kept))


def _select_local(
    candidates: Sequence[Rule], scanner: Scanner, base: Tree, golden: Sequence[FileChange]
) -> tuple[Rule, ...]:
    """Return the candidates that distinguish the changed files; no other candidate can distinguish
    the trees.

    Most candidates do not, and scanning a whole tree takes long.
    """
    refused = scanner.engine.refusals(candidates) if candidates else {}
    taken = [rule for rule in candidates if rule.id not in refused]
    before = _present({change.path: base.read(change.path) for change in golden})
    after = _present({change.path: change.content for change in golden})
    sides = scanner.engine.scan_many(taken, [before, after], scanner.limits)
    return tuple(rule for rule in taken if _tells_apart(rule, *sides))


def _tells_apart(rule: Rule, before: Scan, after: Scan) -> bool:
    matches = bool(before.of(rule.id)), bool(after.of(rule.id))
    return matches == ((False, True) if rule.kind is RuleKind.ADDITIVE else (True, False))


def _present(files: Mapping[str, bytes | None]) -> dict[str, bytes]:
    return {path: content for path, content in files.items() if content is not None}


def _select_alone(
    rules: Sequence[Rule],
    scanner: Scanner,
    base: Tree,
    golden: Sequence[FileChange],
    alone: Sequence[FileChange],
) -> tuple[Rule, ...]:
    """Return the rules that hold on the base with `alone`.

    Outside the golden change's files, a registered reductive rule has no match, and an additive one
    has none on the base, so scanning these files is enough.
    """
    files = {change.path: base.read(change.path) for change in golden}
    files |= {change.path: change.content for change in alone}
    scan = scanner.engine.scan(rules, _present(files), scanner.limits)
    return tuple(r for r in rules if bool(scan.of(r.id)) is (r.kind is RuleKind.ADDITIVE))


def _choose(rules: Sequence[Rule]) -> Sequence[Rule]:
    strong = [rule for rule in rules if rule.metadata["category"] not in WEAK]
    weak = [rule for rule in rules if rule.metadata["category"] in WEAK]
    return [*strong, *weak[: max(0, _ENOUGH - len(strong))]][:MOST_OF_A_KIND]


def _before(instance: Instance) -> _Side:
    side, sources = instance.before, instance.before_sources
    if instance.type.traits.inlines_method and side.partner is not None:
        return _Side(
            methods=(side.method, side.partner),
            scope=side.partner,
            text=sources.partner,
            around=sources.class_,
        )
    return _Side(
        methods=_methods(side.method, side.partner),
        scope=side.method,
        text=sources.method,
        around=sources.class_,
    )


def _after(instance: Instance) -> _Side:
    side, sources = instance.after, instance.after_sources
    methods = _methods(side.method, side.partner)
    return _Side(methods=methods, scope=side.method, text=sources.method, around=sources.class_)


def _methods(method: MethodId, partner: MethodId | None) -> tuple[MethodId, ...]:
    return (method,) if partner is None else (method, partner)


def _rules(kind: RuleKind, own: _Side, other: _Side) -> Iterator[Rule]:
    for number, (category, what, clauses) in enumerate(_proposals(own, other), start=1):
        name = re.sub(r"[^A-Za-z0-9]+", "-", what).strip("-").lower()
        identifier = f"{'has' if kind is RuleKind.ADDITIVE else 'lacks'}-{number}-{name}"
        definition = {
            "id": identifier,
            "languages": ["java"],
            "severity": "INFO",
            "message": what,
            "metadata": {"kind": str(kind), "category": str(category)},
            "patterns": clauses,
        }
        yield Rule(id=identifier, kind=kind, definition=definition)


def _proposals(own: _Side, other: _Side) -> Iterator[_Proposal]:
    """Yield category, description and clauses for what one side has and the other lacks."""
    for method in own.methods:
        if not any(method.matches(known) for known in other.methods):
            yield from _of_method(method, own, other.methods)
    yield from _of_uses(own, uses(own.text), uses(other.text))


def _of_uses(own: _Side, here: Counter[Use], there: Counter[Use]) -> Iterator[_Proposal]:
    for form in Form:
        scope = inside(own.scope, form)
        for found in here:
            if not there[found]:
                what = f"{found.kind} of {found.name} in {own.scope.name}"
                yield found.kind, what, [*scope, use(found)]
    rarer = [found for found, count in here.items() if 0 < there[found] < count]
    for found in rarer:
        if here[found] <= LONGEST_SEQUENCE:
            what = f"{here[found]} times {found.kind} of {found.name} in {own.scope.name}"
            yield "repetition", what, [*inside(own.scope), repeat(found, here[found])]
    for found in [one for one in rarer if one.kind is not UseKind.CONSTRUCT][:MOST_PLACED]:
        for context in CONTEXTS:
            what = f"{found.kind} of {found.name} inside {context} in {own.scope.name}"
            yield "context", what, [*inside(own.scope), {"pattern-inside": context}, use(found)]


_DECLARED = {
    Form.ANY: "with any parameters",
    Form.COUNTED: "with as many parameters",
    Form.TYPED: "with its parameter types",
}
_CALLED = {Form.ANY: "with any arguments", Form.COUNTED: "with as many arguments"}


def _of_method(method: MethodId, own: _Side, others: Sequence[MethodId]) -> Iterator[_Proposal]:
    name, scope = method.name, own.scope
    away = [outside_class(one) for one in _list_nested(method, own, others)]
    for form in Form:
        there = [*inside_class(method), *away, declaration(method, form)]
        yield "declaration", f"declaration of {name} {_DECLARED[form]}", there
        if form is not Form.TYPED:
            yield "call", f"call of {name} {_CALLED[form]}", [call(method, form)]
        if form is not Form.TYPED and method != scope:
            inner = [*inside(scope), call(method, form)]
            yield "call", f"call of {name} {_CALLED[form]} in {scope.name}", inner
    there = [*inside_package(method), *inside_class(method), *away, declaration(method)]
    yield "declaration", f"declaration of {name} in its package", there
    if name != "<init>":
        yield "call", f"call of {name} on nothing", [plain_call(method)]
        inner = [*inside(scope, Form.TYPED), plain_call(method)]
        yield "call", f"call of {name} on nothing in {scope.name}", inner
        yield "call", f"call of {name} on its class", [call_on_class(method)]


def _list_nested(method: MethodId, own: _Side, others: Sequence[MethodId]) -> tuple[str, ...]:
    """Return the classes inside the method's class whose methods of the same name are different methods."""
    within = {simple_class(m) for m in others if m.class_name.startswith(f"{method.class_name}$")}
    if method.class_name == own.scope.class_name:
        within |= read_declared_types(own.around)
    return tuple(sorted(within - {*list_named_classes(method.class_name)}))
