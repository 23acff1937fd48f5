"""What a user chooses about an endpoint: the model, the time, the money."""

from dataclasses import dataclass
from pathlib import Path

from verifier.config import KEY_VARIABLE

NO_KEY = "-"
"""The `api_key_env` of an endpoint that needs no key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointOptions:
    """Where the model is, how long to try, and what it may cost.

    Times are in seconds. `spent_usd` and `spent_tokens` are what earlier calls of the same run
    spent; they count against the budgets. A limit of None does not apply.
    """

    model: str
    base_url: str = "https://api.openai.com/v1"
    api_key_env: str = KEY_VARIABLE
    jobs: int = 4
    request_timeout: float = 600
    give_up_after: float = 1800
    prices: Path | None = None
    budget: float | None = None
    budget_tokens: int | None = None
    budget_each: float | None = None
    confirm_above: float = 10
    yes: bool = False
    spent_usd: float = 0
    spent_tokens: int = 0
