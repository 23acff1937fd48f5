"""When a failed download is believed to be the base's own fault."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described import downloads as downloads_module
from verifier.builds.described.downloads import (
    Downloads,
    DownloadTrouble,
    TroubleKind,
    run_patiently,
)
from verifier.builds.described.online import Online, OnlineCall, OnlineResult
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError, DownloadError, IntegrityError, SandboxError
from verifier.sandbox.base import Job, JobLimits, JobResult

CALL = OnlineCall(command=("mvn", "test"), tree=Path("/base"))
KNOWN = OnlineCall(command=("mvn", "known"), results=("known.pom",), seconds=7)
CONTENT = b"of the known file"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads_module, "PAUSES", (0.0, 0.0))
    digest = sha256(CONTENT).hexdigest()
    monkeypatch.setattr(downloads_module, "KNOWN_SHA256", digest)


def find(result: OnlineResult) -> DownloadTrouble | None:
    kinds = {kind.name: kind for kind in TroubleKind}
    word = result.log.partition(":")[0]
    return DownloadTrouble(kind=kinds[word], message=result.log) if word in kinds else None


DOWNLOADS = Downloads(find_trouble=find, fetch_known=lambda _: KNOWN)
UP, DOWN = {"known.pom": CONTENT}, dict[str, bytes]()


def answer_with(text: str, status: int) -> JobResult:
    return replace(make_result({"place": b"/box/tree\n"}, status=status), output=text.encode())


@dataclass(kw_only=True)
class Network(ScriptedSandbox):
    """Answers commands in turn, the last one from then on; the known file with `known` in turn.

    Each command leaves a web page at `downloads`.
    """

    answers: Sequence[JobResult]
    known: list[dict[str, bytes] | None]
    asked: list[str] = field(default_factory=list)
    downloads: Path | None = None

    def run(self, job: Job) -> JobResult:
        self.asked.append(job.command[-1])
        if job.command[-1] == "known":
            assert job.limits.wall_seconds == 7
            content = self.known.pop(0) if len(self.known) > 1 else self.known[0]
            if content is None:
                return make_result({}, end=RunEnd.TIMEOUT, status=None)
            return make_result(content, status=0 if content else 1)
        if self.downloads is not None:
            self.downloads.write_bytes(b"<html>please log in</html>")
        number = self.asked.count("test") - 1
        return self.answers[min(number, len(self.answers) - 1)]


def network(answers: Sequence[JobResult], *known: dict[str, bytes] | None) -> Network:
    return Network(result=make_result({}), answers=answers, known=list(known) or [UP])


def ask(sandbox: Network, store: Path = Path("/cache/store")) -> OnlineResult:
    return run_patiently(Online(sandbox, store, JobLimits()), CALL, DOWNLOADS)


def test_a_download_is_tried_again_until_it_works() -> None:
    sandbox = network([answer_with("TEMPORARY: 503", 1), answer_with("done", 0)])

    assert ask(sandbox).log == "done"
    assert sandbox.asked == ["test", "test"]


def test_a_download_that_never_works_is_nobody_s_lasting_fault() -> None:
    sandbox = network([answer_with("TEMPORARY: 429", 1)])

    with pytest.raises(DownloadError, match=r"^a preparation cannot download: TEMPORARY: 429"):
        ask(sandbox)
    assert sandbox.asked == ["test"] * 3


def test_a_missing_file_is_the_base_s_own_where_the_known_file_can_be_fetched() -> None:
    sandbox = network([answer_with("ABSENT: 404", 1)])

    assert ask(sandbox).status == 1
    assert sandbox.asked == ["test", "known"]


@pytest.mark.parametrize("kind", ["ABSENT", "UNREACHABLE"])
@pytest.mark.parametrize(
    ("known", "reason"),
    [
        (DOWN, "org.junit:junit-bom:5.9.1 cannot be fetched either"),
        ({"known.pom": b"<html>"}, "a repository answers with another org.junit:junit-bom:5.9.1"),
        (None, "no repository answers within 300 s"),
    ],
)
def test_a_missing_file_is_not_the_base_s_fault_where_the_known_file_is_missing_too(
    kind: str, known: dict[str, bytes] | None, reason: str
) -> None:
    sandbox = network([answer_with(f"{kind}: g:b:1", 1)], known)

    with pytest.raises(DownloadError) as error:
        ask(sandbox)
    assert error.value.message == f"a preparation cannot download: {kind}: g:b:1 ({reason})"
    assert sandbox.asked == ["test", "known"] * 3


def test_a_network_that_comes_back_lets_the_command_succeed() -> None:
    sandbox = network([answer_with("ABSENT: 404", 1), answer_with("done", 0)], DOWN, UP)

    assert ask(sandbox).log == "done"


def test_an_unknown_host_is_asked_for_again_once_the_known_file_is_there() -> None:
    back = network([answer_with("UNREACHABLE: r.example", 1), answer_with("done", 0)])
    gone = network([answer_with("UNREACHABLE: r.example", 1)])

    assert ask(back).log == "done"
    assert ask(gone).status == 1
    assert gone.asked == ["test", "known", "test", "known"]


def test_a_class_path_that_cannot_be_resolved_counts_although_the_tasks_succeeded() -> None:
    sandbox = network([answer_with("ABSENT: 404", 0)], DOWN)

    with pytest.raises(DownloadError):
        ask(sandbox)


def test_a_command_that_does_not_end_is_the_base_s_fault_only_where_repositories_answer() -> None:
    never = make_result({}, end=RunEnd.TIMEOUT, status=None)

    with pytest.raises(BaseInvalidError, match="did not end within"):
        ask(network([never]))
    with pytest.raises(DownloadError, match=r"did not end within 600 s, and org\.junit"):
        ask(network([never], DOWN))


def test_a_full_disk_in_the_reason_is_not_the_base_s_fault() -> None:
    with pytest.raises(SandboxError, match="could not write"):
        ask(network([answer_with("ABSENT: /store/b.jar: No space left on device", 0)]))


def test_what_fails_for_another_reason_is_not_tried_again() -> None:
    sandbox = network([answer_with("does not compile", 1)])

    assert ask(sandbox).status == 1
    assert sandbox.asked == ["test"]


def test_a_damaged_file_is_fetched_again_and_never_blamed_on_the_base(tmp_path: Path) -> None:
    sandbox = network([answer_with("cannot read b-1.jar", 1)])
    jar = tmp_path / "b-1.jar"
    sandbox.downloads = jar

    with pytest.raises(IntegrityError, match=r"damaged file: b-1\.jar is no complete archive"):
        ask(sandbox, tmp_path)
    assert sandbox.asked == ["test"] * 3
    assert not jar.exists()
