"""Open a model behind an OpenAI-compatible endpoint; the only module that imports `openai`."""

from verifier.console import Console
from verifier.generation.model import Model
from verifier.generation.options import EndpointOptions


def open_model(options: EndpointOptions, console: Console) -> Model:
    """Read the key and the prices, and prepare requests. Nothing is sent yet.

    Raises:
        UsageError: the address is not allowed, or a budget lacks the price of the model.
        ConfigError: the variable of the key is not set.
        InputError: the price file cannot be read.
        MissingToolError: the extra `generate` is not installed.
    """
    raise NotImplementedError
