"""A base commit for resolving predictions of all three forms, and the results."""

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from verifier.builds.build_tools import java_tree
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.resolve import resolve
from verifier.tools.git.repository import Repository


class Bench:
    def __init__(self, make: MakeRepository, files: dict[str, str | bytes]) -> None:
        self.made = make("base")
        self.commit = self.made.commit({**files})

    def resolve(
        self,
        patch: str | None = None,
        files: dict[str, str | None] | None = None,
        answer: str | None = None,
    ) -> Candidate | Rejection:
        with Repository.open(self.made.path) as repository:
            return resolve(
                Prediction(
                    instance_id="i",
                    model_name_or_path="m",
                    model_patch=patch,
                    files=files,
                    model_output=answer,
                ),
                wanted=WantedRefactoring.parse("Extract Method:p.A#f()"),
                base=java_tree(repository.tree(self.commit)),
                analysis=QuickAnalysis(),
                repository=repository,
                instance=None,
            )


def reason_of(result: Candidate | Rejection) -> Reason:
    assert isinstance(result, Rejection), result
    return result.reason


def content_of(result: Candidate | Rejection) -> bytes | None:
    assert isinstance(result, Candidate), result
    return result.changes[0].content
