"""Which endpoint serves which model, how long to try, and what it may cost."""

from typing import Any

from verifier.cli.options.definition import default_of, path_option, together
from verifier.cli.options.numbers import Number, Whole
from verifier.cli.options.sections import Decorator, Section, option
from verifier.cli.options.workers import jobs_option
from verifier.generation.endpoints.options import EndpointChoice


def _positive(
    name: str, what: str, *, section: Section, everyday: bool = True, **words: Any
) -> Decorator[Any]:
    return option(
        f"--{name.replace('_', '-')}",
        section=section,
        everyday=everyday,
        type=Number(min=0, min_open=True),
        default=default_of(EndpointChoice, name),
        show_default=True,
        help=what,
        **words,
    )


_address = together(
    option(
        "--model",
        section=Section.MODEL,
        required=True,
        metavar="MODEL",
        help="The model, as the endpoint names it.",
    ),
    option(
        "--base-url",
        section=Section.MODEL,
        metavar="URL",
        default=default_of(EndpointChoice, "base_url"),
        show_default=True,
        help="Address of an OpenAI-compatible API. http:// is allowed for this machine only.",
    ),
    option(
        "--api-key-env",
        section=Section.MODEL,
        metavar="VARIABLE",
        default=default_of(EndpointChoice, "api_key_env"),
        show_default=True,
        help="Name of the environment variable that has the key; `-` for an endpoint without keys.",
    ),
    jobs_option(
        EndpointChoice, "Most requests at a time; fewer while the endpoint limits the rate.", 1000
    ),
    _positive(
        "request_timeout",
        "Seconds for one request, from the connection to the last byte.",
        section=Section.RUN,
        everyday=False,
    ),
    _positive(
        "give_up_after",
        "Seconds of retries until a sample stays missing.",
        section=Section.RUN,
        everyday=False,
    ),
)
_money = together(
    path_option(
        "--prices",
        section=Section.MONEY,
        help="Price file, TOML; see docs/endpoints.md. Without it costs are unknown.",
    ),
    _positive(
        "budget",
        "Dollars that the run may cost at most; needs --prices.",
        section=Section.MONEY,
        metavar="USD",
    ),
    option(
        "--budget-tokens",
        section=Section.MONEY,
        everyday=False,
        type=Whole(1),
        metavar="N",
        help="Tokens that the run may use at most.",
    ),
    _positive(
        "budget_each",
        "Dollars that one sample may cost at most; needs --prices.",
        section=Section.MONEY,
        everyday=False,
        metavar="USD",
    ),
    option(
        "--confirm-above",
        section=Section.MONEY,
        everyday=False,
        type=Number(min=0),
        metavar="USD",
        default=default_of(EndpointChoice, "confirm_above"),
        show_default=True,
        help="Ask before a run that can cost more; without a terminal --yes is required.",
    ),
    option("--yes", section=Section.MONEY, is_flag=True, help="Do not ask."),
)
_sampling = together(
    option(
        "--temperature",
        section=Section.SAMPLING,
        type=Number(min=0),
        help="Sampling temperature.",
    ),
    option(
        "--top-p",
        section=Section.SAMPLING,
        everyday=False,
        type=Number(0, 1, min_open=True),
        help="Mass of nucleus sampling.",
    ),
    option(
        "--seed",
        section=Section.SAMPLING,
        everyday=False,
        type=Whole(0),
        help="Seed of the first sample; sample i is asked with SEED + i.",
    ),
    option(
        "--max-tokens",
        section=Section.SAMPLING,
        type=Whole(1),
        metavar="N",
        help="Most tokens of one answer, reasoning included.",
    ),
    option(
        "--reasoning-effort",
        section=Section.SAMPLING,
        everyday=False,
        metavar="WORD",
        help="Reasoning effort, in the endpoint's words.",
    ),
)
endpoint_options = together(_address, _sampling, _money)
"""The options of the records `EndpointChoice` and `Sampling`. A sampling parameter without a value is
not sent."""
