"""All errors as one tree, with an exit code per class.

    VerifierError                70  a defect of the verifier itself
    ├── UsageError                2  invalid command line
    │   └── NotBuiltError         2  the selected modules leave out a change
    ├── InputError                4  a given file cannot be read in its expected form
    │   └── UnknownInstanceError  5  a prediction or a command names an unknown instance
    ├── RepositoryError           6  not a repository, an unknown revision, an object is missing
    ├── MissingToolError          7  a necessary program is not on this machine
    ├── SandboxError              8  the sandbox cannot be used (engine down, limits ignored)
    ├── BaseInvalidError          9  the base commit cannot be prepared, built or measured
    ├── StorageError             10  the disk is full or a folder cannot be written
    ├── ConfigError              11  refverify.toml or a REFVERIFY_* variable is wrong
    ├── AnalysisError            12  the analysis JVM died or refused
    │   ├── AnalysisTimeout      12  it did not answer before the deadline
    │   └── AnalysisOutOfMemory  12  its heap was too small for the input
    ├── IntegrityError           13  a downloaded artefact differs from the pinned one
    ├── DownloadError            14  an artefact cannot be fetched
    ├── FuzzingError             15  the fuzzing engine died or left no readable result
    ├── CacheError               16  the cache cannot be written, or a damaged file stays in the way
    ├── EndpointError            17  a model's endpoint refuses every further request
    └── ClusterError             18  a cluster cannot be used

Exit codes 0, 1 and 3 are verdicts, not errors: judged a success, judged not a success,
inconclusive. 130 is Ctrl-C, 143 a termination signal, 141 a reader that closed the pipe.

A message says what happened; `hint` says what to do. Adapters translate foreign exceptions with
`raise ... from`.
"""

from typing import ClassVar


class VerifierError(Exception):
    """Base class of all errors. `hint` is one sentence that says what to do next."""

    exit_code: ClassVar[int] = 70

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message

    @staticmethod
    def of(error: Exception) -> "VerifierError":
        """Return the error itself, or its text as a VerifierError if it is any other exception."""
        return error if isinstance(error, VerifierError) else VerifierError(repr(error))


class UsageError(VerifierError):
    """The command line is invalid."""

    exit_code = 2


class NotBuiltError(UsageError):
    """The selected modules leave out a changed file, or compile it without running its tests."""


class InputError(VerifierError):
    """A given file cannot be read in its expected form."""

    exit_code = 4


class UnknownInstanceError(InputError):
    """A prediction or a command names an unknown instance."""

    exit_code = 5


class RepositoryError(VerifierError):
    """The folder is not a repository, a revision is unknown, or an object is missing."""

    exit_code = 6


class MissingToolError(VerifierError):
    """A necessary program is not on this machine; `hint` has the command that installs it."""

    exit_code = 7


class SandboxError(VerifierError):
    """The sandbox cannot be used: engine down, image missing, limits ignored."""

    exit_code = 8


class BaseInvalidError(VerifierError):
    """The base commit cannot be prepared, built or measured; no prediction is to blame."""

    exit_code = 9


class StorageError(VerifierError):
    """The disk is full or a folder cannot be written."""

    exit_code = 10


class ConfigError(VerifierError):
    """`refverify.toml` or a `REFVERIFY_*` variable is wrong."""

    exit_code = 11


class AnalysisError(VerifierError):
    """The analysis JVM died, ran out of memory or refused its input."""

    exit_code = 12


class AnalysisTimeout(AnalysisError):
    """The analysis JVM did not answer before the deadline and was killed."""


class AnalysisOutOfMemory(AnalysisError):
    """The analysis JVM's heap was too small for the input."""


class IntegrityError(VerifierError):
    """A downloaded artefact differs from the pinned one."""

    exit_code = 13


class DownloadError(VerifierError):
    """An artefact cannot be fetched: there is no network, or the repository lacks it."""

    exit_code = 14


class CacheError(VerifierError):
    """The cache cannot be written, or a damaged file in it cannot be moved aside."""

    exit_code = 16


class FuzzingError(VerifierError):
    """The fuzzing engine died, ran out of time or left no readable result."""

    exit_code = 15


class EndpointError(VerifierError):
    """A model's endpoint refuses every request: the key, the credit, the address, the model or a
    parameter is wrong.
    """

    exit_code = 17


class ClusterError(VerifierError):
    """A cluster cannot be used: it does not answer, refuses the token, or has no fit node."""

    exit_code = 18
