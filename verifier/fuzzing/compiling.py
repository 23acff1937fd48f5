"""Compile two versions of one source file in the sandbox, for pair mode."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.testrun import RunEnd
from verifier.errors import InputError
from verifier.fuzzing.engine import ENVIRONMENT, path_mounts
from verifier.java_text.outline import Outline, outline
from verifier.printable import append_count
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Sandbox, below
from verifier.tools.jdk import Jdk

OLD, NEW = "old", "new"
_FAILED = {11: OLD, 12: NEW}
_REFUSES = 1
"""The status with which javac rejects a source. Any other failure is javac's own."""
_OPTIONS = "-J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -proc:none -nowarn -g -encoding UTF-8"
_SCRIPT = f"""javac="$1" path="$2" old="$3" new="$4"
compile() {{
    "$javac" {_OPTIONS} -cp "$path" -d "$1" "$2"
    status=$?
    [ $status = 0 ] && return
    [ $status = {_REFUSES} ] && exit "$3"
    echo "javac ended with status $status" && exit 13
}}
mkdir {OLD} {NEW}
compile {OLD} "source-old/$old" 11
compile {NEW} "source-new/$new" 12
"""
_LIMITS = JobLimits(wall_seconds=120.0, memory_bytes=2 * 1024**3)
_PLACE = re.compile(r"^source-(?:old|new)/\S*?:(\d+): (?:error: )?", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class SourcePair:
    """Two source files that declare the same class, or classes that a rename connects."""

    old: Path
    new: Path
    old_text: bytes
    new_text: bytes
    old_outline: Outline
    new_outline: Outline


def read_pair(old: Path, new: Path, renames: Mapping[str, str]) -> SourcePair:
    """Read both files and check that they can be compared.

    Raises:
        InputError: a file cannot be read or declares no class, or the classes differ.
    """
    texts = [_read(path) for path in (old, new)]
    first, second = (outline(text.decode("utf-8", "replace")) for text in texts)
    for path, found in ((old, first), (new, second)):
        if not found.main:
            raise InputError(
                f"{path} declares no class: it holds a bare method, statements, or nothing",
                hint="Put the code into a class; both files must declare the same one.",
            )
    if renames.get(first.class_name, first.class_name) != second.class_name:
        raise InputError(
            f"{old} declares {first.class_name}, {new} declares {second.class_name}",
            hint="Where the class was renamed or moved, say so:"
            f" --rename {first.class_name}={second.class_name}",
        )
    return SourcePair(
        old=old,
        new=new,
        old_text=texts[0],
        new_text=texts[1],
        old_outline=first,
        new_outline=second,
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def compile_pair(
    pair: SourcePair, class_path: Sequence[Path], jdk: Jdk, sandbox: Sandbox
) -> dict[str, dict[str, bytes]]:
    """The class files of both versions: for `old` and `new`, content by path.

    Raises:
        InputError: a version does not compile.
        SandboxError: the environment failed.
    """
    home = Mount(name="jdk", source=jdk.home)
    path = path_mounts(class_path)
    see = sandbox.path_of
    words = (f"{see(home)}/bin/javac", ":".join(map(see, path)) or ".")
    files = {
        f"source-old/{pair.old_outline.path}": pair.old_text,
        f"source-new/{pair.new_outline.path}": pair.new_text,
    }
    result = sandbox.run(
        Job(
            command=(
                "bash", "-c", _SCRIPT, "compile", *words,
                pair.old_outline.path, pair.new_outline.path,
            ),
            mounts=(home, *path),
            files=files,
            env=ENVIRONMENT,
            results=(OLD, NEW),
            limits=replace(_LIMITS, result_files=20_000),
            label="compile pair",
        )
    )  # fmt: skip
    if result.end is not RunEnd.EXITED or result.exit_code != 0:
        raise _refusal(pair, result)
    return {side: below(result.artefacts, side) for side in (OLD, NEW)}


def _refusal(pair: SourcePair, result: JobResult) -> InputError:
    text = (result.log + result.output).decode("utf-8", "replace")
    if result.end is not RunEnd.EXITED:
        return InputError(f"the compiler was ended: {result.end}")
    side = _FAILED.get(result.exit_code or 0)
    if side is None:
        return InputError(
            f"the sources cannot be compiled: {' '.join(text.split())}",
            hint="Does this JDK run here? Choose another with --jdk.",
        )
    path = pair.new if side == NEW else pair.old
    lines = [_PLACE.sub(r"line \1: ", line) for line in text.splitlines() if _PLACE.match(line)]
    first = lines[0] if lines else text.strip().partition("\n")[0]
    return InputError(
        f"{path} does not compile: {append_count(first, len(lines) - 1)}",
        hint="Each file must compile separately; name the jars they need with --class-path.",
    )
