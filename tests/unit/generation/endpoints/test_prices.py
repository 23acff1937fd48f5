import hashlib
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from tests.support import fake_endpoint as fake
from tests.support.asked_models import model_behind, request_of
from tests.support.fake_endpoint import PRICES, Answer, FakeEndpoint
from verifier.domain.generation import Usage
from verifier.errors import InputError
from verifier.generation.endpoints.prices import read_prices

MINI = '["mini"]\ninput = 2.0\ncached = 0.5\noutput = 8\nper = 1000000\nas_of = 2026-11-01\n'


def price_file(folder: Path, text: str = MINI) -> Path:
    file = folder / "prices.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("usage", "dollars"),
    [
        (Usage(input=0, output=0), "0"),
        (Usage(input=1_000_000, output=0), "2"),
        (Usage(input=0, output=1_000_000), "8"),
        # 400 of the 1,000 input tokens are cached: 600 * 2 + 400 * 0.5 = 1,400, and 100 * 8 = 800.
        (Usage(input=1000, cached=400, output=100), "0.0022"),
        # Reasoning is a part of the output, so it does not cost again.
        (Usage(input=1000, cached=400, output=100, reasoning=90), "0.0022"),
    ],
)
def test_cached_tokens_are_input_and_reasoning_is_output(
    tmp_path: Path, usage: Usage, dollars: str
) -> None:
    assert read_prices(price_file(tmp_path)).models["mini"].cost(usage) == Decimal(dollars)


def test_a_price_file_is_read_with_its_hash(tmp_path: Path) -> None:
    prices = read_prices(price_file(tmp_path, MINI + "max_output = 4096\n"))
    mini = prices.models["mini"]

    assert (mini.as_of, mini.max_output) == (date(2026, 11, 1), 4096)
    assert prices.sha256 == hashlib.sha256((MINI + "max_output = 4096\n").encode()).hexdigest()


def test_cached_tokens_cost_as_much_as_others_if_the_file_does_not_say(tmp_path: Path) -> None:
    text = MINI.replace("cached = 0.5\n", "").replace("2026-11-01", "'2026-11-01'")
    mini = read_prices(price_file(tmp_path, text)).models["mini"]

    assert mini.cost(Usage(input=1_000_000, cached=1_000_000, output=0)) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mini", r"prices\.toml: Expected"),
        ("mini = 3", r"'mini' is not a table"),
        (MINI.replace("per = 1000000\n", ""), "'mini' lacks 'per'"),
        (MINI + "currency = 'EUR'\n", "'mini' has the unknown 'currency'"),
        (MINI.replace("2.0", "-2.0"), "'input' is -2.0"),
        (MINI.replace("2.0", "nan"), "'input' is"),
        (MINI.replace("2.0", "true"), "'input' is True"),
        (MINI.replace("2.0", "'2'"), "'input' is '2'"),
        (MINI.replace("1000000", "0"), "'per' is 0"),
        (MINI.replace("2026-11-01", "'yesterday'"), "'as_of' is 'yesterday'"),
        (MINI.replace("2026-11-01", "2026-11-01T00:00:00"), "'as_of' is"),
        ("#" * 2_000_000, "larger than"),
    ],
)
def test_a_file_that_has_no_prices_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_prices(price_file(tmp_path, text))


@pytest.mark.parametrize(
    "line",
    [
        "input = 1e999999",
        "per = 1e-999999",
        "max_output = 1e99999999",
        f"output = 0x{'f' * 6000}",
        f"as_of = 0x{'f' * 6000}",
    ],
)
def test_a_number_beyond_all_prices_is_refused(tmp_path: Path, line: str) -> None:
    key = line.split(maxsplit=1)[0]
    given = [each for each in PRICES.splitlines() if not each.startswith(f"{key} ")]
    file = tmp_path / "prices.toml"
    file.write_text("\n".join([*given, line]))

    with pytest.raises(InputError, match=f"'{key}' is "):
        read_prices(file)


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml"):
        read_prices(tmp_path / "none.toml")


def test_the_recorded_cost_is_what_the_endpoint_charged(tmp_path: Path) -> None:
    answers = [
        Answer(usage=fake.Usage(input=900, cached=300, output=70, reasoning=60)),
        fake.SERVER_ERROR,
        Answer(usage=fake.Usage(input=11, output=3)),
    ]
    with (
        FakeEndpoint(*answers) as endpoint,
        model_behind(endpoint, prices=price_file(tmp_path, PRICES)) as model,
    ):
        replies = [model.ask(request_of()) for _ in range(2)]

    assert [each.cost_usd for each in replies] == [0.00191, 0.000046]
    assert sum(Decimal(str(each.cost_usd)) for each in replies) == endpoint.cost


@pytest.mark.parametrize("text", [None, MINI])
def test_a_model_without_a_price_has_no_cost(tmp_path: Path, text: str | None) -> None:
    prices = None if text is None else price_file(tmp_path, text)
    with FakeEndpoint() as endpoint, model_behind(endpoint, prices=prices) as model:
        assert model.ask(request_of()).cost_usd is None
        assert (model.prices_sha256 is None) == (text is None)
