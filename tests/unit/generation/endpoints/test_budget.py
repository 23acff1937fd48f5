from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.support import fake_endpoint as fake
from tests.support.asked_models import KEY, model_behind, request_of
from tests.support.fake_endpoint import MODEL, PRICES, Answer, FakeEndpoint
from verifier.console import Console
from verifier.domain.generation import Missing
from verifier.errors import UsageError
from verifier.generation.endpoints.ceiling import Ceiling, approve, ceiling_of, describe_ceiling
from verifier.generation.endpoints.endpoint import open_model
from verifier.generation.endpoints.options import EndpointOptions
from verifier.generation.model import ModelReply
from verifier.generation.spending import Spending, SpendingBudget, SpendingLimits

ANSWER = Answer(usage=fake.Usage(input=40, output=100))
"""It costs 0.00088 USD; at most 100 tokens of answer and 100 of a short prompt cost 0.001 USD."""
PROMPT = "x" * 20
"""At most 20 + 16 + 64 = 100 tokens."""


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    file = tmp_path / "prices.toml"
    file.write_text(PRICES)
    return file


def ask_many(
    endpoint: FakeEndpoint, samples: int, threads: int, key: str = "", **words: Any
) -> list[ModelReply]:
    with (
        model_behind(endpoint, jobs=threads, request_timeout=60, **words) as model,
        ThreadPoolExecutor(threads) as pool,
    ):
        requests = [request_of(PROMPT, key=key or str(n), max_tokens=100) for n in range(samples)]
        return list(pool.map(model.ask, requests))


def test_a_budget_is_never_exceeded_with_twenty_requests_at_a_time(prices: Path) -> None:
    with FakeEndpoint(ANSWER, together=20) as endpoint:
        replies = ask_many(endpoint, 60, 20, prices=prices, budget=0.0205)

    answered = [each for each in replies if each.missing is None]
    assert endpoint.most_at_once == 20
    assert {each.missing for each in replies} == {None, Missing.BUDGET}
    # 23 answers cost 0.02024; with the most of another one it would be 0.02124.
    assert len(answered) == 23
    assert endpoint.cost == Decimal("0.02024")
    assert sum(Decimal(str(each.cost_usd)) for each in answered) == endpoint.cost


def test_requests_that_may_have_been_charged_count_as_charged(prices: Path) -> None:
    with FakeEndpoint(fake.RESET, fake.RESET, ANSWER) as endpoint:
        replies = ask_many(endpoint, 3, 1, prices=prices, budget=0.003)

    # Two lost requests may have cost 0.002.
    assert [each.missing for each in replies] == [None, Missing.BUDGET, Missing.BUDGET]


def test_tokens_have_a_budget_that_needs_no_prices() -> None:
    with FakeEndpoint(ANSWER) as endpoint:
        replies = ask_many(endpoint, 6, 1, budget_tokens=600)

    # Each answer takes 140 tokens and is sent while 200 are left: after 0, 140 and 280, not 420.
    assert [each.missing for each in replies] == [None] * 3 + [Missing.BUDGET] * 3


def test_a_sample_has_a_budget_of_its_own(prices: Path) -> None:
    with FakeEndpoint(ANSWER) as endpoint:
        same = ask_many(endpoint, 3, 1, key="same", prices=prices, budget_each=0.002)
        others = ask_many(endpoint, 3, 1, prices=prices, budget_each=0.002)
        dear = ask_many(endpoint, 1, 1, prices=prices, budget_each=0.0009)

    assert [each.missing for each in same] == [None, None, Missing.BUDGET]
    assert [each.missing for each in others] == [None] * 3
    assert [each.missing for each in dear] == [Missing.BUDGET]


def test_what_earlier_calls_spent_counts(prices: Path) -> None:
    with FakeEndpoint(ANSWER) as endpoint:
        replies = ask_many(endpoint, 2, 1, prices=prices, budget=0.003, spent_usd=0.0015)

    assert [each.missing for each in replies] == [None, Missing.BUDGET]


def test_a_reply_says_what_its_attempts_may_have_cost(prices: Path) -> None:
    with FakeEndpoint(fake.RESET, ANSWER) as endpoint:
        (again,) = ask_many(endpoint, 1, 1, prices=prices)
    with FakeEndpoint(fake.RESET) as endpoint:
        (gone,) = ask_many(endpoint, 1, 1, give_up_after=0.1)

    assert again.charged == Spending(tokens=340, usd=Decimal("0.00188"))
    assert (gone.missing, gone.charged) == (Missing.GAVE_UP, Spending(tokens=200))


def test_answers_without_usage_count_as_the_most_that_they_can_be(prices: Path) -> None:
    with FakeEndpoint(fake.NO_USAGE) as endpoint:
        replies = ask_many(endpoint, 3, 1, prices=prices, budget=0.0021)

    assert [each.missing for each in replies] == [None, None, Missing.BUDGET]


@pytest.mark.parametrize("words", [{"budget": 1.0}, {"budget_each": 1.0}])
@pytest.mark.parametrize("text", [None, PRICES.replace(MODEL, "another")])
def test_a_budget_in_dollars_needs_the_price_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: dict[str, float], text: str | None
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = tmp_path / "prices.toml"
    file.write_text(text or "")
    with FakeEndpoint() as endpoint:
        options: dict[str, Any] = {"prices": None if text is None else file, **words}
        with pytest.raises(UsageError, match="a budget in dollars needs the price of fake-model"):
            open_model(
                EndpointOptions(model=MODEL, base_url=endpoint.url, **options), Console(quiet=True)
            )

        assert (len(endpoint.served), endpoint.listed) == (0, 0)


def test_a_budget_needs_a_limit_for_the_answers(prices: Path) -> None:
    with FakeEndpoint() as endpoint:
        with (
            model_behind(endpoint, prices=prices, budget=1.0) as model,
            pytest.raises(UsageError, match="needs a limit for the length") as caught,
        ):
            model.ask(request_of())
        assert "--max-tokens" in caught.value.hint
        assert endpoint.served == []

        prices.write_text(PRICES + "max_output = 1000\n")
        with model_behind(endpoint, prices=prices, budget=1.0) as model:
            assert model.ask(request_of()).missing is None


def test_a_request_waits_for_reservations_that_may_release_enough() -> None:
    budget = SpendingBudget(SpendingLimits(tokens=100), Spending())
    first = budget.reserve("a", Spending(tokens=100))
    assert first is not None
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(budget.reserve, "b", Spending(tokens=60))
        assert not second.done()
        budget.settle(first, Spending(tokens=40))
        assert second.result(timeout=10) is not None
    assert budget.reserve("c", Spending(tokens=101)) is None


def test_a_stop_ends_the_wait() -> None:
    budget = SpendingBudget(SpendingLimits(tokens=100), Spending())
    assert budget.reserve("a", Spending(tokens=100)) is not None
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(budget.reserve, "b", Spending(tokens=60))
        budget.stop()
        assert second.result(timeout=10) is None


def test_the_ceiling_counts_every_byte_as_a_token_and_needs_no_key(prices: Path) -> None:
    options = EndpointOptions(model=MODEL, prices=prices)
    requests = [request_of(PROMPT, max_tokens=100), request_of("\u00e9" * 10, max_tokens=100)]

    assert ceiling_of(requests, options) == Ceiling(requests=2, tokens=400, usd=Decimal("0.002"))


@pytest.mark.parametrize(
    ("ceiling", "words", "text"),
    [
        (
            Ceiling(requests=1, tokens=1234, usd=Decimal("1.5")),
            {"prices": Path("p.toml")},
            "at most 1 request, 1,234 tokens, 1.50 USD",
        ),
        (
            Ceiling(requests=2, tokens=1234, usd=None),
            {},
            "at most 2 requests, 1,234 tokens, costs are not known without --prices",
        ),
        (
            Ceiling(requests=2, tokens=None, usd=None),
            {"prices": Path("p.toml")},
            "at most 2 requests, no limit of tokens, no limit of costs without --max-tokens",
        ),
        (
            Ceiling(requests=2, tokens=5, usd=None),
            {"prices": Path("p.toml")},
            "at most 2 requests, 5 tokens, p.toml has no price of m",
        ),
    ],
)
def test_the_ceiling_is_said_in_a_line(ceiling: Ceiling, words: dict[str, Any], text: str) -> None:
    assert describe_ceiling(ceiling, EndpointOptions(model="m", **words)) == text


def test_a_budget_bounds_the_ceiling(prices: Path) -> None:
    options = EndpointOptions(model=MODEL, prices=prices, budget=3, spent_usd=1)

    assert ceiling_of([request_of()], options).usd == 2


class Answering(Console):
    """A console whose person gives one answer; None is no terminal."""

    def __init__(self, answer: bool | None) -> None:
        super().__init__(quiet=True)
        self.answer, self.questions = answer, list[str]()

    def confirm(self, question: str) -> bool | None:
        self.questions.append(question)
        return self.answer


DEAR = Ceiling(requests=5, tokens=10, usd=Decimal("10.01"))
UNBOUNDED = Ceiling(requests=5, tokens=None, usd=None)


@pytest.mark.parametrize("ceiling", [DEAR, UNBOUNDED])
@pytest.mark.parametrize(
    ("answer", "message"), [(None, "the run may cost more than 10 USD"), (False, "not confirmed")]
)
def test_a_dear_run_needs_a_yes(ceiling: Ceiling, answer: bool | None, message: str) -> None:
    options = EndpointOptions(model="m", prices=Path("p.toml"))
    with pytest.raises(UsageError, match=message):
        approve(ceiling, options, Answering(answer))

    agreed = Answering(answer=True)
    approve(ceiling, options, agreed)
    assert len(agreed.questions) == 1


@pytest.mark.parametrize(
    ("ceiling", "words"),
    [
        (Ceiling(requests=5, tokens=10, usd=Decimal(10)), {}),
        (DEAR, {"yes": True}),
        (DEAR, {"confirm_above": 11.0}),
        (UNBOUNDED, {"prices": None}),
        (Ceiling(requests=0, tokens=0, usd=Decimal(0)), {"confirm_above": 0.0}),
    ],
)
def test_others_are_not_asked_about(ceiling: Ceiling, words: dict[str, Any]) -> None:
    console = Answering(answer=None)
    approve(ceiling, EndpointOptions(**{"model": "m", "prices": Path("p.toml"), **words}), console)

    assert console.questions == []
