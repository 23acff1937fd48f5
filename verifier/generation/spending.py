"""Keep the spending of a run below its budgets."""

from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from threading import Condition

from verifier.domain.generation import Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """Tokens, and dollars; dollars are 0 if nothing limits them and the price is not known."""

    tokens: int = 0
    usd: Decimal = Decimal(0)

    def __add__(self, other: "Spending") -> "Spending":
        return Spending(tokens=self.tokens + other.tokens, usd=self.usd + other.usd)

    def __sub__(self, other: "Spending") -> "Spending":
        return Spending(tokens=self.tokens - other.tokens, usd=self.usd - other.usd)


@dataclass(kw_only=True)
class Spent:
    """What one call did and spent: answers, dollars and tokens.

    `replies` counts all requests that ended. `usd` is None while no cost is known, and `tokens`
    while no usage is.
    """

    replies: int = 0
    answers: int = 0
    usd: float | None = None
    tokens: int | None = None

    def add(self, *, answered: bool, usd: float | None, usage: Usage | None) -> None:
        """Add a request that ended, with its cost and tokens if they are known."""
        self.replies += 1
        self.answers += answered
        if usd is not None:
            self.usd = (self.usd or 0.0) + usd
        if usage is not None:
            self.tokens = (self.tokens or 0) + usage.input + usage.output


@dataclass(frozen=True, kw_only=True, slots=True)
class SpendingLimits:
    """The most that a run may spend, and one sample of it. None does not limit."""

    usd: Decimal | None = None
    tokens: int | None = None
    usd_each: Decimal | None = None


@dataclass(kw_only=True, eq=False, slots=True)
class Reservation:
    """The most that a request of a sample can spend, until it is settled."""

    key: str
    most: Spending
    settled: bool = field(default=False)


class SpendingBudget:
    """Reserves before a request what it can spend at most, so that no limit is ever exceeded.

    Several threads may use it at once. `spent` is what earlier calls of the run spent.
    """

    def __init__(self, limits: SpendingLimits, spent: Spending) -> None:
        self._limits, self._spent = limits, spent
        self._reserved = Spending()
        self._open = 0
        self._by_key: defaultdict[str, Decimal] = defaultdict(Decimal)
        self._stopped = False
        self._changed = Condition()

    @property
    def spent(self) -> Spending:
        """What has been settled."""
        return self._spent

    def reserve(self, key: str, most: Spending) -> Reservation | None:
        """Reserve the most that a request can spend. None if the rest of the budget is too small.

        It waits while other reservations may still release enough.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_decided(key, most))
            if self._stopped or not self._fits(key, most):
                return None
            self._reserved += most
            self._open += 1
            self._by_key[key] += most.usd
            return Reservation(key=key, most=most)

    def settle(self, reservation: Reservation, spent: Spending) -> None:
        """Replace a reservation by what was spent; a second call changes nothing."""
        with self._changed:
            if reservation.settled:
                return
            reservation.settled = True
            self._reserved -= reservation.most
            self._open -= 1
            self._spent += spent
            self._by_key[reservation.key] += spent.usd - reservation.most.usd
            self._changed.notify_all()

    def stop(self) -> None:
        """Grant no further reservation; those that wait give up."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _is_decided(self, key: str, most: Spending) -> bool:
        nothing_to_release = self._open == 0 or not self._fits_alone(key, most)
        return self._stopped or nothing_to_release or self._fits(key, most)

    def _fits(self, key: str, most: Spending) -> bool:
        return self._within(key, self._spent + self._reserved + most, most)

    def _fits_alone(self, key: str, most: Spending) -> bool:
        """Tell whether the request fits if all reservations turn out to cost nothing."""
        return self._within(key, self._spent + most, most)

    def _within(self, key: str, total: Spending, most: Spending) -> bool:
        limits = self._limits
        return (
            (limits.usd is None or total.usd <= limits.usd)
            and (limits.tokens is None or total.tokens <= limits.tokens)
            and (limits.usd_each is None or self._by_key[key] + most.usd <= limits.usd_each)
        )
