from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import MethodId, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.rules import RuleKind
from verifier.rules.proposing import propose

SOURCE = MethodId(class_name="p.Cart", name="pay")
PART = MethodId(class_name="p.Cart", name="tax", parameter_types=("int",))
LONG = "void pay() { int t = rate.of(sum); log(t); log(sum); }"
SHORT = "void pay() { int t = tax(sum); log(t); log(sum); }"


def a_side(method: MethodId, partner: MethodId | None = None) -> RefactoringSide:
    return RefactoringSide(file="p/Cart.java", method=method, partner=partner)


def the_sources(method: str, partner: str = "") -> SideSources:
    return SideSources(method=method, partner=partner, class_="", file_sha256="")


def an_instance(
    kind: RefactoringType,
    before: RefactoringSide,
    after: RefactoringSide,
    sources: tuple[SideSources, SideSources],
) -> Instance:
    return Instance(
        id="i",
        group="g",
        repo="r",
        commit="c",
        parent="p",
        type=kind,
        description="",
        before=before,
        after=after,
        before_sources=sources[0],
        after_sources=sources[1],
        purity=Purity(verdict=PurityVerdict.PURE),
        patch="",
        others=(),
        provenance=Provenance(refverify="", refactoring_miner="", java=""),
    )


EXTRACTION = an_instance(
    RefactoringType.EXTRACT_METHOD,
    a_side(SOURCE),
    a_side(SOURCE, PART),
    (the_sources(LONG), the_sources(SHORT, "int tax(int s) { return rate.of(s); }")),
)


def messages(instance: Instance, kind: RuleKind) -> list[str]:
    return [str(r.definition["message"]) for r in propose(instance) if r.kind is kind]


def test_an_extracted_method_appears_and_what_it_took_vanishes() -> None:
    added = messages(EXTRACTION, RuleKind.ADDITIVE)
    assert added[:3] == [
        "declaration of tax with any parameters",
        "call of tax with any arguments",
        "call of tax with any arguments in pay",
    ]
    lost = messages(EXTRACTION, RuleKind.REDUCTIVE)
    assert lost[0] == "call of of in pay"
    assert "name of rate in pay" in lost


def test_what_stays_is_not_proposed() -> None:
    assert not [m for m in messages(EXTRACTION, RuleKind.REDUCTIVE) if "log" in m]


def test_an_inlined_method_vanishes_with_its_calls() -> None:
    inlining = an_instance(
        RefactoringType.INLINE_METHOD,
        a_side(PART, SOURCE),
        a_side(SOURCE),
        (the_sources("int tax(int s) { return rate.of(s); }", SHORT), the_sources(LONG)),
    )
    assert messages(inlining, RuleKind.REDUCTIVE)[:2] == [
        "declaration of tax with any parameters",
        "call of tax with any arguments",
    ]
    assert messages(inlining, RuleKind.ADDITIVE)[0] == "call of of in pay"


def test_a_moved_method_is_sought_in_its_new_class_and_missed_in_its_old_one() -> None:
    there = MethodId(class_name="p.Rates", name="tax", parameter_types=("int",))
    text = the_sources("int tax(int s) { return s; }")
    moved = an_instance(RefactoringType.MOVE_METHOD, a_side(PART), a_side(there), (text, text))
    first = {kind: next(r for r in propose(moved) if r.kind is kind) for kind in RuleKind}
    assert "class Rates { ... }" in str(first[RuleKind.ADDITIVE].definition)
    assert "class Cart { ... }" in str(first[RuleKind.REDUCTIVE].definition)


def test_ids_are_unique_and_fit_a_rule_file() -> None:
    ids = [rule.id for rule in propose(EXTRACTION)]
    assert len(ids) == len(set(ids))
    assert all(i.replace("-", "").isalnum() for i in ids)


def test_the_same_instance_gives_the_same_rules() -> None:
    assert propose(EXTRACTION) == propose(EXTRACTION)


def test_no_text_of_the_project_is_copied() -> None:
    assert not [r for r in propose(EXTRACTION) if "rate.of(sum)" in str(r.definition)]
