"""Mixed commits of known kind: a refactoring of a small project, and an edit that is none."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Files = Mapping[str, str | None]
"""Texts by path; None deletes a file."""

BASKET = "src/main/java/shop/Basket.java"
TOOLS = "src/main/java/shop/Tools.java"
OLD = "src/main/java/shop/Old.java"
TEST = "src/test/java/shop/BasketTest.java"

BASE: Mapping[str, str] = {
    BASKET: """package shop;

/** A basket of prices. */
public class Basket {

    /** The sum of the prices, less a discount in per cent. */
    public int total(int[] prices, int discount) {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        int result = sum - sum * discount / 100;
        if (result < 0) {
            throw new IllegalArgumentException("negative total");
        }
        return result;
    }

    public int shipping(int weight) {
        int steps = weight / 10 + 1;
        int fee = scaled(steps) + 5;
        return fee;
    }

    private int scaled(int steps) {
        int result = steps * 3;
        return result + 1;
    }

    public int gift(int count) {
        int wrapped = wrap(count);
        return wrapped + 1;
    }

    private int wrap(int count) {
        return count * 20;
    }

    static int tax(int amount, int rate) {
        int parts = amount * rate;
        return parts / 100;
    }

    /** The amount with its currency. */
    public String label(int amount) {
        return "EUR " + amount;
    }

    public boolean isLarge(int amount) {
        return amount > 1000;
    }
}
""",
    TOOLS: """package shop;

/** Small calculations. */
class Tools {

    static int half(int value) {
        return value / 2;
    }
}
""",
    OLD: """package shop;

class Old {

    int nothing() {
        return 0;
    }
}
""",
    TEST: """package shop;

class BasketTest {

    void labels() {
        assert new Basket().label(3).equals("EUR 3");
    }
}
""",
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion><artifactId>shop</artifactId></project>\n",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Pure:
    """A refactoring as replacements in the basket, and edits of the code that it acts on.

    `inside` is an edit of refactored code, `near` an edit on a line next to it or on the same one.
    """

    steps: tuple[tuple[str, str], ...]
    inside: tuple[str, str]
    near: tuple[str, str]
    tools: tuple[tuple[str, str], ...] = ()


_LOOP = """        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
"""
_ADD = f"""    private int add(int[] prices) {{
{_LOOP}        return sum;
    }}

"""
_TAX = """    static int tax(int amount, int rate) {
        int parts = amount * rate;
        return parts / 100;
    }

"""
REFACTORINGS: Mapping[str, Pure] = {
    "extract-method": Pure(
        steps=(
            (_LOOP, "        int sum = add(prices);\n"),
            ("    public int shipping(", f"{_ADD}    public int shipping("),
        ),
        inside=("            sum += price;", "            sum += price * 2;"),
        near=("sum * discount / 100;", "sum * discount / 1000;"),
    ),
    "inline-method": Pure(
        steps=(
            ("int wrapped = wrap(count);", "int wrapped = count * 20;"),
            ("    private int wrap(int count) {\n        return count * 20;\n    }\n\n", ""),
        ),
        inside=("int wrapped = count * 20;", "int wrapped = count * 21;"),
        near=("return wrapped + 1;", "return wrapped + 2;"),
    ),
    "rename-method": Pure(
        steps=(("scaled(", "inSteps("),),
        inside=("int result = steps * 3;", "int result = steps * 4;"),
        near=("inSteps(steps) + 5;", "inSteps(steps) + 6;"),
    ),
    "move-method": Pure(
        steps=((_TAX, ""),),
        tools=(("class Tools {\n\n", f"class Tools {{\n\n{_TAX}"),),
        inside=("return parts / 100;", "return parts / 1000;"),
        near=("return value / 2;", "return value / 3;"),
    ),
    "extract-variable": Pure(
        steps=(
            (
                "        int result = sum - sum * discount / 100;\n",
                "        int less = sum * discount / 100;\n        int result = sum - less;\n",
            ),
        ),
        inside=("int less = sum * discount / 100;", "int less = sum * discount / 10;"),
        near=("if (result < 0) {", "if (result < 1) {"),
    ),
    "rename-variable": Pure(
        steps=(
            ("int steps = weight / 10 + 1;", "int stages = weight / 10 + 1;"),
            ("scaled(steps) + 5", "scaled(stages) + 5"),
        ),
        inside=("int stages = weight / 10 + 1;", "int stages = weight / 10 + 2;"),
        near=("scaled(stages) + 5", "scaled(stages) + 7"),
    ),
}
"""Refactorings by name. Each keeps the behaviour."""

Edit = Callable[[dict[str, str | None], Pure], None]


def _in_basket(old: str, new: str) -> Edit:
    def edit(files: dict[str, str | None], pure: Pure) -> None:
        del pure
        _replace(files, BASKET, old, new)

    return edit


def _add(path: str, text: str | None) -> Edit:
    def edit(files: dict[str, str | None], pure: Pure) -> None:
        del pure
        files[path] = text

    return edit


def _where_it_acts(name: str) -> Edit:
    def edit(files: dict[str, str | None], pure: Pure) -> None:
        old, new = getattr(pure, name)
        path = BASKET if old in (files[BASKET] or "") else TOOLS
        _replace(files, path, old, new)

    return edit


_FEE = """    public int fee(int amount) {
        return amount + 1;
    }

"""
EDITS: Mapping[str, Edit] = {
    "changed-literal": _in_basket('"EUR "', '"USD "'),
    "changed-condition": _in_basket("amount > 1000", "amount >= 1000"),
    "added-method": _in_basket(
        "    public int shipping(",
        f"{_FEE}    public int shipping(",
    ),
    "new-file": _add(
        "src/main/java/shop/New.java",
        "package shop;\n\nclass New {\n\n    int one() {\n        return 1;\n    }\n}\n",
    ),
    "pom": _add("pom.xml", str(BASE["pom.xml"]).replace("4.0.0", "4.1.0")),
    "test-edit": _add(TEST, str(BASE[TEST]).replace("EUR 3", "EUR 4")),
    "comment": _in_basket("with its currency", "with the currency"),
    "inside": _where_it_acts("inside"),
    "same-hunk": _where_it_acts("near"),
    "deleted-file": _add(OLD, None),
}
"""Edits by name that are not refactorings; only the comment keeps the behaviour of all code."""


def refactored(pure: Pure) -> dict[str, str | None]:
    """Return the files that a refactoring changes."""
    files: dict[str, str | None] = {BASKET: BASE[BASKET], TOOLS: BASE[TOOLS]}
    for path, steps in ((BASKET, pure.steps), (TOOLS, pure.tools)):
        for old, new in steps:
            _replace(files, path, old, new)
    return files


def mixed_commits() -> Iterator[tuple[str, str, Files]]:
    """Yield each refactoring with each edit: both names, and the files of the commit."""
    for refactoring, pure in REFACTORINGS.items():
        for name, edit in EDITS.items():
            files = refactored(pure)
            edit(files, pure)
            yield refactoring, name, files


def _replace(files: dict[str, str | None], path: str, old: str, new: str) -> None:
    text = files.get(path) or BASE[path]
    assert old in text, (path, old)
    files[path] = text.replace(old, new)
