"""What a user chooses about an endpoint: the model, the time, the money."""

from dataclasses import dataclass, fields
from pathlib import Path

from verifier.config import KEY_VARIABLE

NO_KEY = "-"
"""The `api_key_env` of an endpoint that needs no key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointChoice:
    """Where the model is, how long to try, and what it may cost.

    Times are in seconds. A limit of None does not apply.
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

    def after(self, usd: float = 0, tokens: int = 0) -> "EndpointOptions":
        """Return the options of a call, given what earlier calls of the same run spent."""
        chosen = {each.name: getattr(self, each.name) for each in fields(EndpointChoice)}
        return EndpointOptions(**chosen, spent_usd=usd, spent_tokens=tokens)


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointOptions(EndpointChoice):
    """The choice for one call, and what earlier calls of the same run spent.

    `spent_usd` and `spent_tokens` count against the budgets.
    """

    spent_usd: float = 0
    spent_tokens: int = 0
