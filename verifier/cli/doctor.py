"""`refverify doctor`: report what is installed, what is missing, and which command installs it."""

import json
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.options.files import text_or_json
from verifier.cli.options.sandboxes import runtime_option, sandbox_option
from verifier.cli.options.sections import SectionedCommand
from verifier.errors import MissingToolError

if TYPE_CHECKING:
    from verifier.doctor import Diagnosis, Finding


@click.command(cls=SectionedCommand)
@text_or_json("the findings as one object")
@sandbox_option("Where predictions will run; local needs no engine and isolates nothing.")
@runtime_option
def command(as_json: bool, sandbox: str, runtime: str | None) -> int:
    """Report what is installed and what is missing, with the command that installs each missing tool.

    The command starts the analysis JVM and exceeds the Docker engine's limits on purpose, to see
    whether they hold. It installs nothing. Exit status: 0 if mining and verifying can run, otherwise 7.

    \b
    Examples:
      refverify doctor
      refverify doctor --sandbox local --format json
    """
    from verifier.doctor import diagnose

    diagnosis = diagnose(sandbox, runtime)
    click.echo(_as_json(diagnosis) if as_json else _as_text(diagnosis))
    return Exit.YES if diagnosis.ready else MissingToolError.exit_code


def _as_json(diagnosis: "Diagnosis") -> str:
    from verifier.doctor import DoctorRecord
    from verifier.domain.declared import to_plain

    return json.dumps(to_plain(DoctorRecord.of(diagnosis)), indent=2)


def _as_text(diagnosis: "Diagnosis") -> str:
    lines = [line for finding in diagnosis.findings for line in _lines(finding)]
    lines.append(f"mining: {_answer(diagnosis.can_mine)}")
    lines.append(f"verifying detection and purity alone: {_answer(diagnosis.can_mine)}")
    lines.append(f"fuzzing (--sandbox {diagnosis.sandbox}): {_answer(diagnosis.can_fuzz)}")
    lines.append(f"verifying (--sandbox {diagnosis.sandbox}): {_answer(diagnosis.ready)}")
    return "\n".join(lines)


def _answer(ready: bool) -> str:
    return "ready" if ready else "not possible yet, see above"


def _lines(finding: "Finding") -> list[str]:
    from verifier.doctor import Need

    absent = "absent" if finding.need is Need.EXTRA else "MISSING"
    mark = "ok" if finding.present else absent
    lines = [f"{mark:8}{finding.subject:16}{finding.details}"]
    if finding.remedy:
        lines.append(f"{'':8}{'':16}-> {finding.remedy}")
    return lines
