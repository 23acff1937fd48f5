"""Right refactorings that look as if more was edited, and wrong ones of the same shape.

RefactoringMiner and PurityChecker call all of them pure: what tells them apart is the residue.
"""

from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, a_case, with_changes
from verifier.analysis.pool import AnalysisPool
from verifier.checks.proof import READ, proof_result
from verifier.checks.purity import PurityCheck, with_proof
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.proving.versions import CompileEnvironment, between_folders

Files = dict[str, str]


def judge_edit(
    analysis: AnalysisPool, before: Files, after: Files, wanted: str | None = None
) -> CheckResult:
    changes = {path: after.get(path) for path in before | after}
    changed = {path: text for path, text in changes.items() if text != before.get(path)}
    case = a_case(with_changes(changed), MemoryTree.of(before), wanted, analysis=analysis)
    return PurityCheck().run(case)


def edit_files(files: Files, old: str, new: str) -> Files:
    """The files with an edit in the one that has these words."""
    (path,) = [path for path, text in files.items() if old in text]
    return files | {path: files[path].replace(old, new)}


def is_refused(result: CheckResult) -> bool:
    return (result.status, result.reason) == (Status.FAILED, Reason.IMPURE)


LAMBDA = """\
package p;
import java.util.List;
class Menu {
    private int floor = 3;
    void show(List<String> all) {
        all.forEach(name -> {
            String shown = name.trim();
            if (shown.length() > floor) {
                System.out.println(shown);
            }
        });
    }
    Menu next() { return this; }
    int other() { return 1; }
}
"""
LAMBDA_BODY = LAMBDA[LAMBDA.index("{\n            String") : LAMBDA.index(");\n    }")]
PRINT = """\
    private void print(String name) {
        String shown = name.trim();
        if (shown.length() > floor) {
            System.out.println(shown);
        }
    }
"""


def from_lambda(instead: str, method: str = PRINT) -> Files:
    text = LAMBDA.replace(f"name -> {LAMBDA_BODY}", instead)
    return {"p/Menu.java": text.replace("    Menu next", f"{method}    Menu next")}


@pytest.mark.parametrize(
    "instead", ["this::print", "name -> print(name)", "name -> { print(name); }"]
)
def test_the_body_of_a_lambda_becomes_a_method(analysis: AnalysisPool, instead: str) -> None:
    result = judge_edit(analysis, {"p/Menu.java": LAMBDA}, from_lambda(instead))

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.parametrize("instead", ["name -> print(all.get(0))", "name -> print(name + name)"])
def test_the_method_must_get_what_the_lambda_got(analysis: AnalysisPool, instead: str) -> None:
    assert is_refused(judge_edit(analysis, {"p/Menu.java": LAMBDA}, from_lambda(instead)))


def test_another_receiver_of_the_method_is_not_compared(analysis: AnalysisPool) -> None:
    result = judge_edit(analysis, {"p/Menu.java": LAMBDA}, from_lambda("next()::print"))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COMPARED)


LAZY = """\
package p;
import java.util.function.Supplier;
class Menu {
    String pick(String a, int b) {
        return first(() -> a.trim() + b + a.length());
    }
    String first(Supplier<String> s) { return s.get(); }
    String first(String s) { return s; }
    int other() { return 1; }
}
"""
JOIN = """\
    private String join(String a, int b) {
        return a.trim() + b + a.length();
    }
"""


def test_what_ran_later_must_not_run_at_once(analysis: AnalysisPool) -> None:
    now = LAZY.replace("() -> a.trim() + b + a.length()", "join(a, b)")
    after = {"p/Menu.java": now.replace("    int other", f"{JOIN}    int other")}

    assert is_refused(judge_edit(analysis, {"p/Menu.java": LAZY}, after))


KITCHEN = """\
package p;
class Kitchen {
    private static final int LIMIT = 12;
    private final int n = 1;

    static int slots(int guests) {
        int tables = guests / 4;
        if (tables > LIMIT) {
            tables = LIMIT;
        }
        return tables + 1;
    }

    int plan(int guests) {
        return slots(guests) * n;
    }
}
"""
SEATS = """\
package p;
final class Seats {
    private static final int LIMIT = 12;

    private Seats() {}

    static int slots(int guests) {
        int tables = guests / 4;
        if (tables > LIMIT) {
            tables = LIMIT;
        }
        return tables + 1;
    }
}
"""
SLOTS = KITCHEN[KITCHEN.index("    static int slots") : KITCHEN.index("    int plan")]
CONSTANT = "    private static final int LIMIT = 12;\n"
MOVED = {
    "p/Kitchen.java": KITCHEN.replace(SLOTS, "")
    .replace(CONSTANT, "")
    .replace("return slots(", "return Seats.slots("),
    "p/Seats.java": SEATS,
}


def test_a_method_moves_to_a_new_class_with_its_constant(analysis: AnalysisPool) -> None:
    result = judge_edit(analysis, {"p/Kitchen.java": KITCHEN}, MOVED)

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("LIMIT = 12", "LIMIT = 13", "added: field p.Seats.LIMIT"),
        ("int LIMIT = 12", "long LIMIT = 12", "added: field p.Seats.LIMIT"),
        ("static final int LIMIT", "static int LIMIT", "added: field p.Seats.LIMIT"),
        ("LIMIT = 12", "LIMIT = next()", "added: field p.Seats.LIMIT"),
        ("Seats() {}", "Seats() { System.exit(1); }", "added: constructor p.Seats#<init>()"),
        ("private Seats() {}", "static { System.exit(1); }", "added: declaration of p.Seats"),
        ("private Seats() {}", "int more() { return 1; }", "added: method p.Seats#more()"),
        ("class Seats", "class Seats extends Thread", "added: declaration of p.Seats"),
        ("final class", "@Deprecated final class", "added: declaration of p.Seats"),
    ],
)
def test_more_than_what_moved_is_residue(
    analysis: AnalysisPool, old: str, new: str, named: str
) -> None:
    result = judge_edit(analysis, {"p/Kitchen.java": KITCHEN}, edit_files(MOVED, old, new))

    assert is_refused(result)
    assert named in result.data["residue"]


def test_a_constant_that_others_read_does_not_just_move(analysis: AnalysisPool) -> None:
    reader = "    int spare() {\n        return 100 - LIMIT;\n    }\n"
    before = KITCHEN.replace("    int plan", f"{reader}    int plan")
    after = edit_files(MOVED, "    int plan", f"{reader}    int plan")

    result = judge_edit(analysis, {"p/Kitchen.java": before}, after)
    assert "removed: field p.Kitchen.LIMIT" in result.data["residue"]


def test_a_new_class_with_the_name_of_one_that_is_used_is_residue(analysis: AnalysisPool) -> None:
    after = {path.replace("Seats", "Math"): t.replace("Seats", "Math") for path, t in MOVED.items()}

    result = judge_edit(analysis, {"p/Kitchen.java": KITCHEN}, after)
    assert "added: declaration of p.Math" in result.data["residue"]


BILL = """\
package p;
class Bill {
    long price(long total, int guests) {
        long off = 0;
        if (guests >= 12) {
            off = total / 10;
        }
        return total - off;
    }
}
"""
REST = """\
package p;
final class Rest {
    private Rest() {}

    static long offFor(long total, int guests) {
        long off = 0;
        if (guests >= 12) {
            off = total / 10;
        }
        return off;
    }
}
"""
OFF = BILL[BILL.index("        long off") : BILL.index("        return")]
EXTRACTED = {
    "p/Bill.java": BILL.replace(OFF, "        long off = Rest.offFor(total, guests);\n"),
    "p/Rest.java": REST,
}


def test_code_is_extracted_into_a_new_class(analysis: AnalysisPool) -> None:
    result = judge_edit(analysis, {"p/Bill.java": BILL}, EXTRACTED)

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("private Rest() {}", "private Rest(int x) {}", "added: declaration of p.Rest"),
        ("private Rest() {}", "Rest() {}", "added: constructor p.Rest#<init>()"),
        ("private Rest() {}", "static int n = 1;", "added: field p.Rest.n"),
        ("Rest.offFor(total, guests)", "Rest.offFor(guests, guests)", "changed: code of"),
    ],
)
def test_more_than_what_was_extracted_is_residue(
    analysis: AnalysisPool, old: str, new: str, named: str
) -> None:
    result = judge_edit(analysis, {"p/Bill.java": BILL}, edit_files(EXTRACTED, old, new))

    assert is_refused(result)
    assert any(named in edit for edit in result.data["residue"])


PRICE = """\
package p;
class Bill {
    long total;
    Money price(int guests) {
        long off = 0;
        if (guests >= 12) {
            off = total / 10;
        }
        return new Money(total - off);
    }
}
"""
READ_IN_PLACE = """\
package p;
class Bill {
    long total;
    Money price(int guests) {
        return new Money(total - offFor(guests));
    }
    private long offFor(int guests) {
        long off = 0;
        if (guests >= 12) {
            off = total / 10;
        }
        return off;
    }
}
"""


def test_a_call_where_the_variable_was_read_runs_later_and_is_not_compared(
    analysis: AnalysisPool,
) -> None:
    result = judge_edit(analysis, {"p/Bill.java": PRICE}, {"p/Bill.java": READ_IN_PLACE})

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COMPARED)


@pytest.mark.parametrize("use", ["offFor(guests) - total", "total - offFor(guests + 1)"])
def test_another_use_of_it_is_residue(analysis: AnalysisPool, use: str) -> None:
    after = READ_IN_PLACE.replace("total - offFor(guests)", use)

    assert is_refused(judge_edit(analysis, {"p/Bill.java": PRICE}, {"p/Bill.java": after}))


CAPTURED = """\
package p;
class Cap {
    int n;
    int f(int a) {
        int n = a * 7;
        int s = 0;
        for (int i = 0; i < a; i++) {
            s += i * n;
        }
        return s - n;
    }
}
"""
SUM = """\
    private int sum(int a%s) {
        int s = 0;
        for (int i = 0; i < a; i++) {
            s += i * n;
        }
        return s;
    }
}
"""


@pytest.mark.parametrize(
    ("parameter", "call", "status"),
    [(", int n", "sum(a, n)", Status.PASSED), ("", "sum(a)", Status.INCONCLUSIVE)],
)
def test_a_local_variable_does_not_become_the_field_of_its_name(
    analysis: AnalysisPool, parameter: str, call: str, status: Status
) -> None:
    loop = CAPTURED[CAPTURED.index("        int s = 0") : CAPTURED.index("        return")]
    after = CAPTURED.replace(loop, f"        int s = {call};\n").removesuffix("}\n")

    result = judge_edit(analysis, {"p/Cap.java": CAPTURED}, {"p/Cap.java": after + SUM % parameter})
    assert result.status is status


MENU = """\
package p;
class Menu {
    static String label(String name, int price) {
        return name.trim().toUpperCase() + ": " + format(price);
    }
    static String format(int v) {
        return String.valueOf(v);
    }
    String first(String name, int price) {
        String line = label(name, price);
        return line;
    }
}
"""
RECEIPT = """\
package p;
class Receipt {
    String head(String who, int price) {
        String line = Menu.label(who, price);
        return line + "!";
    }
    void tail(StringBuilder out, String who) {
        out.append(Menu.label(who, 3));
    }
    String sum(String who) {
        return Menu.label(who, 3) ;
    }
}
"""
LABEL = MENU[MENU.index("    static String label") : MENU.index("    static String format")]
INLINED = {
    "p/Menu.java": MENU.replace(LABEL, "").replace(
        "label(name, price)", 'name.trim().toUpperCase() + ": " + format(price)'
    ),
    "p/Receipt.java": RECEIPT.replace(
        "Menu.label(who, price)", 'who.trim().toUpperCase() + ": " + Menu.format(price)'
    ).replace("Menu.label(who, 3)", 'who.trim().toUpperCase() + ": " + Menu.format(3)'),
}


def test_a_method_is_inlined_at_places_of_two_classes(analysis: AnalysisPool) -> None:
    before = {"p/Menu.java": MENU, "p/Receipt.java": RECEIPT}
    result = judge_edit(analysis, before, INLINED, "Inline Method:p.Menu#label(String, int)")

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Menu.format(price)", "Menu.format(price + 1)"),
        ("out.append(who.trim()", "out.append(who"),
        ("out.append(who.trim()", "out.append(1); out.append(who.trim()"),
    ],
)
def test_another_edit_at_such_a_place_is_residue(
    analysis: AnalysisPool, old: str, new: str
) -> None:
    before = {"p/Menu.java": MENU, "p/Receipt.java": RECEIPT}
    after = edit_files(INLINED, old, new)

    assert is_refused(
        judge_edit(analysis, before, after, "Inline Method:p.Menu#label(String, int)")
    )


MONEY = {"p/Money.java": "package p;\nfinal class Money { Money(long cents) {} }\n"}


def prove_edit(analysis: AnalysisPool, folder: Path, before: Files, after: Files) -> CheckResult:
    for side, files in (("old", before), ("new", after)):
        for path, text in files.items():
            (folder / side / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / side / path).write_text(text, encoding="utf-8")
    request = between_folders(folder / "old", folder / "new", CompileEnvironment())
    return proof_result(analysis.prove(request), READ)


def test_the_proof_says_that_a_call_where_the_variable_was_read_is_the_same(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    before, after = {"p/Bill.java": PRICE, **MONEY}, {"p/Bill.java": READ_IN_PLACE, **MONEY}
    settled = with_proof(
        judge_edit(analysis, before, after), prove_edit(analysis, tmp_path, before, after)
    )

    assert (settled.status, settled.reason) == (Status.PASSED, None)
    assert settled.data["tier"] == "proved"


def test_a_call_that_runs_too_late_is_not_proved_and_stays_open(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    before, after = (
        {"p/Bill.java": text.replace("Money(total -", "Money(total++ -"), **MONEY}
        for text in (PRICE, READ_IN_PLACE)
    )
    told = with_proof(
        judge_edit(analysis, before, after), prove_edit(analysis, tmp_path, before, after)
    )

    assert (told.status, told.reason) == (Status.INCONCLUSIVE, Reason.NOT_COMPARED)
    assert told.data["proved"] is False
