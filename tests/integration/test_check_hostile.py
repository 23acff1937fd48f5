"""Changes that look like refactorings in the text alone: none is ever proved at level static."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.repository import Repository
from tests.support.shop import CALL, HELPER, LOOP, SHOP
from verifier.analysis.pool import AnalysisPool
from verifier.domain.gate import BehaviourAnswer, Decision, GateReport, Level
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.formats.text import text
from verifier.gates.request import CheckRequest

MAIN, TEST = "src/main/java/shop/", "src/test/java/shop/"
PRICES, PRICES_TEST = MAIN + "Prices.java", TEST + "PricesTest.java"
SOURCE = (SHOP / PRICES).read_text(encoding="utf-8")
BODY = "        int y = 99;\n        y += 4;\n        return y * 2;\n"
Files = Mapping[str, str | None]


def extract(modifier: str = "private ") -> str:
    end = SOURCE.index("    /** The amount with")
    helper = HELPER.strip("\n").replace("private ", modifier)
    return (SOURCE[:end] + helper + "\n\n" + SOURCE[end:]).replace(LOOP, CALL, 1)


def java(name: str, *members: str, head: str = "", kind: str = "class", more: str = "") -> str:
    body = "\n\n".join(f"    {member}" for member in members)
    return f"package shop;\n\n{head}{kind} {name}{more} {{\n{body}\n}}\n"


def method(declared: str, body: str = BODY) -> str:
    return f"{declared} {{\n{body}    }}"


def one_line(declared: str, line: str) -> str:
    return method(declared, f"        {line}\n")


@dataclass(frozen=True, kw_only=True)
class Trap:
    """What is there before, what the change writes, and what the answer must say."""

    before: Files = field(default_factory=dict)
    after: Files
    says: str


SUM = one_line("int sum(int[] prices)", "return 0;")
A = java("A", one_line("int go()", "return one() + 1;"), method("int one()"))
O = java("O", one_line("int h(Object o)", "return 1;"), method("int k(String o)"))  # noqa: E741
CALLER = java("Caller", one_line("int call()", 'return new O().h("x");'))
LIBRARY = java(
    "L", method("public int label()"), head="import org.lib.Base;\n\n", more=" extends Base"
)
NAMED_IN_FULL = java("L", method("public int label()"), more=" extends org.lib.Base")
REFLECTION = one_line(
    "Object call() throws Exception", 'return getClass().getMethod("label").invoke(this);'
)
FINDER = java(
    "Finder",
    one_line(
        "static Object call(Object a, String name) throws Exception",
        "return a.getClass().getDeclaredMethod(name).invoke(a);",
    ),
)
USES_FINDER = java(
    "RTest", one_line("Object test() throws Exception", 'return Finder.call(new R(), "label");')
)
WORTH = one_line("int worth()", "return label() + 1;")
PARAMETERS = (
    "import java.util.stream.Stream;\nimport org.junit.jupiter.params.provider.MethodSource;\n\n"
)
SOURCED = (
    '@MethodSource("numbers")\n' + one_line("    void counts(int n)", "assert n > 0;"),
    one_line("static Stream<Integer> numbers()", "return Stream.of(1, 2);"),
)
OLD_TEST = java(
    "OldTest",
    one_line("OldTest(String name)", "super(name);"),
    one_line("public static TestSuite suite()", 'return suiteOf(new OldTest("testOne"));'),
    method("public void testOne()"),
    head="import junit.framework.*;\n\n",
    more=" extends TestCase",
)
COUNTER = ("int n;", one_line("int next()", "return n++;"))

TRAPS = {
    "a class leaves main code for the tests": Trap(
        after={PRICES: None, "src/test/java/shop/Prices.java": SOURCE}, says="source folder"
    ),
    "a class leaves for a folder that nobody builds": Trap(
        after={PRICES: None, "docs/shop/Prices.java": SOURCE}, says="no Java file lay below"
    ),
    "a class leaves for another module": Trap(
        before={"other/src/main/java/other/X.java": "package other;\n\nclass X {\n}\n"},
        after={PRICES: None, "other/src/main/java/shop/Prices.java": SOURCE},
        says="source folder",
    ),
    "a class becomes a resource": Trap(
        after={PRICES: None, "src/main/resources/shop/Prices.java": SOURCE}, says="as data"
    ),
    "a class gets another suffix": Trap(
        after={PRICES: None, MAIN + "Prices.java.txt": SOURCE}, says="not Java source"
    ),
    "the layout of a Java file that a test reads": Trap(
        before={"src/test/resources/golden/In.java": "class In { }\n"},
        after={"src/test/resources/golden/In.java": "class In {\n}\n"},
        says="as data",
    ),
    "a comment of a template": Trap(
        before={"tool/testdata/In.java": "class In { } // a\n"},
        after={"tool/testdata/In.java": "class In { } // b\n"},
        says="as data",
    ),
    "a text that a program reads, beside a refactoring": Trap(
        before={"templates/mail.md": "hello\n"},
        after={PRICES: extract(), "templates/mail.md": "bye\n"},
        says="not Java source",
    ),
    "code in a comment's escapes": Trap(
        after={
            PRICES: SOURCE.replace(
                "        int sum = 0;", "        // \\u000a discount++;\n        int sum = 0;"
            )
        },
        says="no refactoring",
    ),
    "a subclass already has the extracted method": Trap(
        before={MAIN + "Special.java": java("Special", SUM, more=" extends Prices")},
        after={PRICES: extract("")},
        says="overridden",
    ),
    "the inlined method is overridden": Trap(
        before={MAIN + "A.java": A, MAIN + "B.java": java("B", method("int one()"), more=" extends A")},
        after={
            MAIN + "A.java": java(
                "A", method("int go()", BODY.replace("return y * 2", "return y * 2 + 1"))
            )
        },
        says="",
    ),
    "the inlined argument is evaluated twice": Trap(
        before={
            MAIN + "I.java": java(
                "I", *COUNTER, one_line("int square(int x)", "return x * x;"),
                one_line("int go()", "return square(next());"),
            )
        },
        after={MAIN + "I.java": java("I", *COUNTER, one_line("int go()", "return next() * next();"))},
        says="is evaluated twice",
    ),
    "a renamed method overrides one of Object": Trap(
        before={MAIN + "L.java": java("L", method("public int label()"))},
        after={MAIN + "L.java": java("L", method("public int hashCode()"))},
        says="overrides",
    ),
    "a renamed method overrides one of its superclass": Trap(
        before={MAIN + "A.java": A, MAIN + "B.java": java("B", method("int two()"), more=" extends A")},
        after={MAIN + "B.java": java("B", method("int one()"), more=" extends A")},
        says="overrides",
    ),
    "a renamed method may override one of a library": Trap(
        before={MAIN + "L.java": LIBRARY},
        after={MAIN + "L.java": LIBRARY.replace("label", "close")},
        says="hierarchy-unknown",
    ),
    "a renamed method takes the calls of an overload": Trap(
        before={MAIN + "O.java": O, MAIN + "Caller.java": CALLER},
        after={MAIN + "O.java": O.replace("k(", "h(")},
        says="likely different",
    ),
    "a caller was forgotten": Trap(
        before={MAIN + "O.java": java("O", method("int h(Object o)")), MAIN + "Caller.java": CALLER},
        after={MAIN + "O.java": java("O", method("int m(Object o)"))},
        says="does not compile",
    ),
    "a caller in a test was forgotten, whose libraries are not there": Trap(
        after={PRICES: SOURCE.replace("label(", "caption(")}, says="may not compile"
    ),
    "a renamed method is looked for by its name": Trap(
        before={MAIN + "R.java": java("R", method("public int label()"), REFLECTION)},
        after={MAIN + "R.java": java("R", method("public int better()"), REFLECTION)},
        says="looks for methods by name",
    ),
    "a renamed private method is looked for through another class": Trap(
        before={
            MAIN + "R.java": java("R", method("private int label()")),
            TEST + "Finder.java": FINDER,
            TEST + "RTest.java": USES_FINDER,
        },
        after={MAIN + "R.java": java("R", method("private int better()"))},
        says="looks for methods by name",
    ),
    "a private method that differs is looked for by its name": Trap(
        before={
            MAIN + "R.java": java("R", WORTH, one_line("private int label()", "return 1;")),
            TEST + "Finder.java": FINDER,
            TEST + "RTest.java": USES_FINDER,
        },
        after={
            MAIN + "R.java": java(
                "R", WORTH.replace(" + 1", ""), one_line("private int label()", "return 2;")
            )
        },
        says="a text of src/test/java/shop/RTest.java has its name",
    ),
    "a renamed method is the source of a test's values": Trap(
        before={TEST + "CountTest.java": java("CountTest", *SOURCED, head=PARAMETERS)},
        after={
            TEST + "CountTest.java": java(
                "CountTest", SOURCED[0], SOURCED[1].replace("numbers", "few"), head=PARAMETERS
            )
        },
        says="looks for methods by name",
    ),
    "a caller that is written in Kotlin was forgotten": Trap(
        before={
            MAIN + "R.java": java("R", method("public int label()")),
            "src/main/kotlin/shop/Use.kt": "package shop\nfun use(r: R) = r.label()\n",
        },
        after={MAIN + "R.java": java("R", method("public int better()"))},
        says="Use.kt is not Java and still has label",
    ),
    "a renamed method is called by a container": Trap(
        before={
            MAIN + "R.java": java("R", method("public int label()")),
            "src/main/resources/beans.xml": '<beans><bean class="shop.R" init-method="label"/></beans>\n',
        },
        after={MAIN + "R.java": java("R", method("public int better()"))},
        says='beans.xml is not Java and still has method="label"',
    ),
    "a renamed test is added to a suite by its name": Trap(
        before={TEST + "OldTest.java": OLD_TEST},
        after={TEST + "OldTest.java": OLD_TEST.replace("void testOne", "void testTwo")},
        says='still has "testOne"',
    ),
    "a script still starts a class by its old name": Trap(
        before={
            MAIN + "F.java": java("F", method("public int f()"), kind="public final class"),
            "run.sh": "exec java -cp target/classes shop.F\n",
        },
        after={
            MAIN + "F.java": None,
            MAIN + "G.java": java("G", method("public int f()"), kind="public final class"),
        },
        says="run.sh still names shop.F",
    ),
    "a service still names a class by its old name": Trap(
        before={
            MAIN + "F.java": java("F", method("public int f()"), kind="public final class"),
            "src/main/resources/META-INF/services/shop.Api": "shop.F\n",
        },
        after={
            MAIN + "F.java": None,
            MAIN + "G.java": java("G", method("public int f()"), kind="public final class"),
        },
        says="still names shop.F",
    ),
    "a pulled up method comes before an interface's": Trap(
        before={
            MAIN + "A.java": java("A"), MAIN + "B.java": java("B", method("public int one()"), more=" extends A"),
            MAIN + "I.java": java("I", one_line("default int one()", "return 1;"), kind="interface"),
            MAIN + "C.java": java("C", more=" extends A implements I"),
        },
        after={
            MAIN + "A.java": java("A", method("public int one()")),
            MAIN + "B.java": java("B", more=" extends A"),
        },
        says="overrides",
    ),
    "a test loses its annotation": Trap(
        after={
            PRICES: extract(),
            PRICES_TEST: (SHOP / PRICES_TEST).read_text("utf-8").replace("@Test\n", "\n", 1),
        },
        says="not part of a refactoring",
    ),
    "a class that is named like an anonymous one changes": Trap(
        before={MAIN + "A$1.java": java("A$1", one_line("int one()", "return 1;"))},
        after={
            PRICES: extract(),
            MAIN + "A$1.java": java("A$1", one_line("int one()", "return 2;")),
        },
        says="not part of a refactoring",
    ),
    "a renamed method may have overridden one of a library that is named in full": Trap(
        before={MAIN + "L.java": NAMED_IN_FULL.replace("label", "close")},
        after={MAIN + "L.java": NAMED_IN_FULL},
        says="hierarchy-unknown",
    ),
    "a new class takes a name of java.lang": Trap(
        after={PRICES: extract(), MAIN + "String.java": java("String")}, says="String"
    ),
    "a service is added beside a refactoring": Trap(
        after={
            PRICES: extract(),
            "src/main/resources/META-INF/services/java.lang.Runnable": "shop.Evil\n",
        },
        says="META-INF",
    ),
    "a library's type becomes another one": Trap(
        before={MAIN + "E.java": java("E", one_line("int f(Api a)", "return a.one();"), head="import org.lib.Api;\n\n")},
        after={MAIN + "E.java": java("E", one_line("int f(Api a)", "return a.one();"), head="import org.evil.Api;\n\n")},
        says="no refactoring",
    ),
}  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    made = Repository.create(tmp_path / "shop")
    files = [path for path in SHOP.rglob("*") if path.is_file()]
    made.commit({str(p.relative_to(SHOP)): p.read_bytes() for p in files}, "start")
    return made


def static(
    shop: Repository,
    analysis: AnalysisPool,
    revisions: str = "HEAD~1..HEAD",
    *,
    keep_api: bool = False,
) -> GateReport:
    source = Source(kind=SourceKind.RANGE, revision=revisions)
    request = CheckRequest(
        repository=shop.path, source=source, level=Level.STATIC, keep_api=keep_api
    )
    return check(request, analysis=analysis).report


@pytest.mark.parametrize("name", TRAPS)
def test_what_may_behave_otherwise_is_never_proved(
    shop: Repository, analysis: AnalysisPool, name: str
) -> None:
    trap = TRAPS[name]
    shop.commit(trap.before, "before")
    shop.commit(trap.after, "change")
    report = static(shop, analysis)

    assert report.behaviour in {BehaviourAnswer.REFUTED, BehaviourAnswer.OPEN}
    assert any(trap.says in finding.message for finding in report.findings), report.findings
    proved = [
        r for u in report.units for r in u.refactorings if r.behaviour is BehaviourAnswer.PROVED
    ]
    beside = {"not Java source", "META-INF", "String", "as data", "not part of a refactoring"}
    assert not proved or trap.says in beside


def test_a_link_in_a_source_s_place_is_never_proved(
    shop: Repository, analysis: AnalysisPool
) -> None:
    (shop.path / PRICES).unlink()
    (shop.path / PRICES).symlink_to("../../../../pom.xml")
    shop.commit({}, "link")

    assert static(shop, analysis).behaviour is BehaviourAnswer.OPEN


def test_a_renaming_is_proved_where_all_that_calls_it_is_known(
    shop: Repository, analysis: AnalysisPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # No library lies in this home.
    monkeypatch.setenv("HOME", str(tmp_path))
    renamed = {p: (shop.path / p).read_text("utf-8").replace("label(", "caption(") for p in (PRICES, PRICES_TEST)}  # fmt: skip
    start = shop.git("rev-parse", "HEAD")
    shop.commit({PRICES_TEST: None}, "no tests")
    shop.commit({PRICES: renamed[PRICES]}, "refactor: other name")
    alone = static(shop, analysis)
    kept = static(shop, analysis, keep_api=True)
    shop.git("checkout", "-q", "--detach", start)
    shop.commit(renamed, "refactor: other name")

    assert alone.behaviour is BehaviourAnswer.PROVED
    assert alone.behaviour_by[-1].endswith("if no class outside of the repository overrides what is gone)")  # fmt: skip
    assert "public API changed: shop.Prices.label" in alone.notes
    assert (kept.behaviour, kept.decision) == (BehaviourAnswer.OPEN, Decision.OPEN)
    assert [f.message for f in kept.findings] == ["public API changed: shop.Prices.label"]
    # A test calls it beside JUnit, which no source declares.
    assert static(shop, analysis).behaviour is BehaviourAnswer.OPEN


def test_two_lines_of_pure_commits_may_not_fit_each_other(
    shop: Repository, analysis: AnalysisPool
) -> None:
    start = shop.commit({PRICES_TEST: None}, "no tests")
    shop.git("checkout", "-q", "-b", "topic")
    shop.commit({PRICES: SOURCE.replace("label(", "caption(")}, "refactor: other name")
    shop.git("checkout", "-q", "main")
    user = java("User", one_line("Object use()", "return new Prices().label(1);"))
    shop.commit({MAIN + "User.java": user}, "a new caller")
    shop.git("checkout", "-q", "--detach")
    shop.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    report = static(shop, analysis, "HEAD^1..HEAD")

    # The new caller names the method as it was: the merge does not compile.
    assert report.behaviour is BehaviourAnswer.REFUTED
    assert "does not compile" in text(report)
    assert [unit.behaviour for unit in report.units] == [
        BehaviourAnswer.REFUTED,
        BehaviourAnswer.PROVED,
    ]
    assert "mixes two lines of work" in " ".join(report.notes)

    shop.git("checkout", "-q", "--detach", start)
    shop.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    assert static(shop, analysis, "HEAD^1..HEAD").behaviour is BehaviourAnswer.PROVED


def test_commits_prove_a_range_that_is_no_refactoring_as_a_whole(
    shop: Repository, analysis: AnalysisPool
) -> None:
    first = method("final int alpha(int[] a)", "        int y = a[0];\n        return y * 2;\n")
    second = method("final int beta(int[] a)", "        int z = a[1];\n        return z - 1;\n")
    both = one_line("int both(int[] a)", "return alpha(a) + 10 * beta(a);")
    text = java("Names", first, second, both)
    start = shop.commit({MAIN + "Names.java": text}, "start")
    for old, new in (("alpha", "gamma"), ("beta", "alpha"), ("gamma", "beta")):
        text = text.replace(f"{old}(", f"{new}(")
        shop.commit({MAIN + "Names.java": text}, f"refactor: {old} is {new}")
    report = static(shop, analysis, f"{start}..HEAD")

    assert [str(unit.behaviour) for unit in report.units[1:]] == ["proved"] * 3
    assert report.behaviour is BehaviourAnswer.PROVED
    assert report.behaviour_by == ("3 commits, each judged on its own",)
