"""What a response without an answer means: wait, stop the run, or leave the sample."""

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum

from verifier.generation.endpoints.response import Response, word

RETRIED = frozenset({408, 409, 429})
SERVER = 500
_REDIRECTS = range(300, 400)
_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_CONTEXT = frozenset({"context_length_exceeded", "string_above_max_length"})
_FILTERED = frozenset({"content_filter", "content_policy_violation", "invalid_prompt"})
_UNKNOWN = frozenset(
    {"model_not_found", "invalid_model", "DeploymentNotFound", "model_not_available"}
)
_TOO_LONG = re.compile(r"(maximum|max|model).{0,20}context|context (length|window)", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"\bmodels?\b.*\b(not exist|not found|unknown|deprecated|decommissioned|retired|shut down)\b"
    r"|\b(unknown|no such|invalid) model\b",
    re.IGNORECASE,
)
LONGEST_WAIT = 120.0
"""Most seconds of a Retry-After that are waited."""


class Fault(StrEnum):
    """What a response means that is no answer."""

    LATER = "later"
    """Another attempt may succeed."""
    RATE_LIMIT = "rate-limit"
    """As `LATER`; the endpoint gets too many requests."""
    KEY = "key"
    CREDIT = "credit"
    ADDRESS = "address"
    REDIRECT = "redirect"
    MODEL = "model"
    PARAMETER = "parameter"
    CONTEXT = "context"
    """This prompt is too long for the model."""
    FILTERED = "filtered"
    """The endpoint refuses this prompt for its content."""
    OTHER = "other"
    """Only this sample is affected."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorBody:
    """The fields of an error as OpenAI words it; empty if the endpoint leaves them out."""

    message: str = ""
    code: str = ""
    type: str = ""
    param: str = ""


def error_of(response: Response) -> ErrorBody | None:
    """Read the error of a response; None if its body is not a JSON object."""
    record = response.record()
    if record is None:
        return None
    inner = record.get("error", record)
    if isinstance(inner, str):
        return ErrorBody(message=word(inner))
    if not isinstance(inner, dict):
        return ErrorBody()
    return ErrorBody(
        **{name: word(inner.get(name)) for name in ("message", "code", "type", "param")}
    )


def fault_of(response: Response, sent: frozenset[str]) -> Fault:
    """Classify a response with a status other than 200; `sent` are its sampling parameters."""
    error, status = error_of(response), response.status
    if status in _REDIRECTS:
        return Fault.REDIRECT
    if status in {401, 403}:
        return Fault.KEY
    if status == 402 or (error and {error.code, error.type} & _QUOTA):  # noqa: PLR2004
        return Fault.CREDIT
    if status in RETRIED or status >= SERVER:
        return Fault.RATE_LIMIT if status == 429 else Fault.LATER  # noqa: PLR2004
    if error is None:
        return Fault.ADDRESS if status in {404, 405} else Fault.OTHER
    return _fault_of_request(error, status, sent)


def _fault_of_request(error: ErrorBody, status: int, sent: frozenset[str]) -> Fault:
    """Classify a refused request (400, 404, 422 and the like) by the endpoint's words."""
    if error.code in _CONTEXT or _TOO_LONG.search(error.message):
        return Fault.CONTEXT
    if error.code in _FILTERED:
        return Fault.FILTERED
    if error.param in sent:
        return Fault.PARAMETER
    if error.code in _UNKNOWN or error.param == "model" or _NO_MODEL.search(error.message):
        return Fault.MODEL
    if parameter_of(error, sent):
        return Fault.PARAMETER
    return Fault.ADDRESS if status in {404, 405} else Fault.OTHER


def parameter_of(error: ErrorBody, sent: frozenset[str]) -> str:
    """Return the parameter that the endpoint rejects; empty if it names none that was sent."""
    if error.param in sent:
        return error.param
    return next((name for name in sorted(sent) if re.search(rf"\b{name}\b", error.message)), "")


def retry_after(response: Response, utc: str) -> float | None:
    """Return the seconds that the endpoint asks to wait, at most 120; None if it asks for nothing.

    `utc` is the current time (ISO 8601), for a Retry-After that is a date.
    """
    text = response.headers.get("retry-after", "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text, utc)
    return min(seconds, LONGEST_WAIT) if seconds > 0 else None


def _until(text: str, utc: str) -> float:
    from datetime import datetime

    try:
        return (parsedate_to_datetime(text) - datetime.fromisoformat(utc)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return 0
