"""Proposed rules hold on whatever the developers' change is taken to be."""

from tests.unit.rules.test_proposing import EXTRACTION
from verifier.domain.rules import RuleKind
from verifier.domain.source import FileChange
from verifier.rules.proposing import propose_valid
from verifier.rules.scanning import Scanner
from verifier.tools.opengrep.scan import find_engine

OTHER = "class Other {\n  int x() {\n    return 0;\n  }\n}\n"
BEFORE = (
    "class Cart {\n  void pay() {\n    int t = rate.of(sum);\n    log(t);\n    log(sum);\n  }\n}\n"
)
AFTER = BEFORE.replace("rate.of(sum);", "this.tax(sum);").replace(
    "}\n}\n", "}\n  int tax(int s) {\n    return rate.of(s);\n  }\n}\n"
)


class Base:
    """The tree before, in memory."""

    id = "base"

    def paths(self) -> frozenset[str]:
        return frozenset({"p/Cart.java", "p/Other.java"})

    def read(self, path: str) -> bytes | None:
        texts = {"p/Cart.java": BEFORE, "p/Other.java": OTHER}
        return texts[path].encode() if path in texts else None


def change(path: str, text: str) -> FileChange:
    return FileChange(path=path, content=text.encode())


def test_a_rule_that_only_the_rest_of_the_commit_follows_is_left_out() -> None:
    scanner = Scanner(engine=find_engine(), rules=())
    alone = [change("p/Cart.java", AFTER)]
    golden = [*alone, change("p/Other.java", OTHER.replace("return 0", "return tax(0)"))]

    def plain_calls(*more: FileChange) -> int:
        found = propose_valid(EXTRACTION, scanner, Base(), golden, alone=more)
        assert found.of(RuleKind.ADDITIVE)
        assert found.of(RuleKind.REDUCTIVE)
        return sum("on nothing" in str(r.definition["message"]) for r in found.rules)

    assert plain_calls() == 1
    assert plain_calls(*alone) == 0


def test_a_file_that_is_not_utf_8_stands_in_no_rules_way() -> None:
    scanner = Scanner(engine=find_engine(), rules=())
    latin = FileChange(path="p/Other.java", content=b"class Other {\n  int x; // caf\xe9\n}\n")
    found = propose_valid(EXTRACTION, scanner, Base(), [change("p/Cart.java", AFTER), latin])
    assert {rule.kind for rule in found.rules} == set(RuleKind)
