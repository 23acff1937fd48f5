"""The errors of an endpoint that stop a run, in words for the user."""

from dataclasses import dataclass
from typing import assert_never

from verifier.errors import EndpointError
from verifier.generation.endpoints.faults import ErrorBody, Fault, error_of, parameter_of
from verifier.generation.endpoints.model_list import ModelList
from verifier.generation.endpoints.options import NO_KEY, EndpointOptions
from verifier.generation.endpoints.response import Response, word

STOPPING = frozenset(
    {Fault.KEY, Fault.CREDIT, Fault.ADDRESS, Fault.REDIRECT, Fault.MODEL, Fault.PARAMETER}
)
"""The faults that no further request can avoid."""
ADDRESS_HINT = "Check --base-url; it usually ends in /v1."


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A response that stops the run: its fault, and the sampling parameters that were sent."""

    fault: Fault
    response: Response
    sent: frozenset[str]


def endpoint_error(
    refusal: Refusal, host: str, options: EndpointOptions, models: ModelList
) -> EndpointError:
    """Word the error of a response that stops the run."""
    response, said = refusal.response, error_of(refusal.response) or ErrorBody()
    words = f": {said.message}" if said.message else ""
    match refusal.fault:
        case Fault.KEY:
            return _key_error(f"{host} refuses the key (status {response.status}){words}", options)
        case Fault.CREDIT:
            return EndpointError(
                f"{host} has no credit left for this key{words}",
                hint="Add credit there, then run the same command again; it goes on.",
            )
        case Fault.REDIRECT:
            place = word(response.headers.get("location")) or "another address"
            return EndpointError(
                f"{host} redirects to {place}, which is not followed, because it would get the key",
                hint="If you trust that address, give it as --base-url.",
            )
        case Fault.MODEL:
            return _model_error(host, options.model, models)
        case Fault.PARAMETER:
            name = parameter_of(said, refusal.sent)
            return EndpointError(
                f"{host} rejects the parameter {name} for {options.model}{words}",
                hint=f"Leave out --{name.replace('_', '-')}; if the prompt set states it, pass"
                " --no-set-parameters.",
            )
        case Fault.ADDRESS:
            return no_api(host, response)
        case Fault.LATER | Fault.RATE_LIMIT | Fault.CONTEXT | Fault.FILTERED | Fault.OTHER:
            raise AssertionError(f"{refusal.fault} does not stop a run")
        case unreachable:
            assert_never(unreachable)


def no_api(host: str, response: Response) -> EndpointError:
    """Word the error of a response that no API of this kind gives."""
    kind = word(response.headers.get("content-type")).partition(";")[0] or "no content type"
    return EndpointError(
        f"{host}: no API at this address (status {response.status}, {kind})", hint=ADDRESS_HINT
    )


def unreachable(host: str, detail: str) -> EndpointError:
    """Word the error of a host to which no connection can be made."""
    return EndpointError(
        f"{host} cannot be reached: {detail}", hint="Check --base-url and the network."
    )


def host_trust_error(host: str, detail: str) -> EndpointError:
    """Word the error of a host whose certificate is not trusted."""
    return EndpointError(
        f"the certificate of {host} is not trusted: {detail}",
        hint="If a proxy or a slim image lacks its authority, set SSL_CERT_FILE to a file that has it.",
    )


def _key_error(message: str, options: EndpointOptions) -> EndpointError:
    if options.api_key_env == NO_KEY:
        return EndpointError(message, hint="It needs a key: name its variable with --api-key-env.")
    return EndpointError(message, hint=f"Check the key in the variable {options.api_key_env}.")


def _model_error(host: str, model: str, models: ModelList) -> EndpointError:
    ends = models.ends.get(model)
    since = f"; its model list says that it ended on {ends}" if ends else ""
    near = models.near(model)
    known = (
        f"It has for example: {', '.join(near)}." if near else "Its documentation lists the models."
    )
    return EndpointError(f"{host} does not know the model {model!r}{since}", hint=known)
