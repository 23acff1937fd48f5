"""`refverify fuzz`: look for an input on which two versions differ."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.main import Globals
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.domain.behaviour import Behaviour
    from verifier.tools.jdk import Jdk

EXIT_STATUS = {"NON_EQUIVALENT": 1, "EQUIVALENT_UP_TO": 0}
INCONCLUSIVE = 3

EXIT_TEXT = """
\b
Exit status: 0 no difference found in inputs that reached the change; 1 a difference, confirmed;
3 nothing can be said (unreached, nondeterministic, unsupported); others: docs/exit-codes.md.
"""


class FuzzGroup(click.Group):
    """Takes what is no sub-command's name as the arguments of `pair` or of `predictions`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            name = "predictions" if "--repo" in args else "pair"
            return name, self.get_command(ctx, name), args
        return super().resolve_command(ctx, args)


@click.group(cls=FuzzGroup, context_settings={"ignore_unknown_options": True})
def command() -> None:
    """Look for an input on which two versions behave differently.

    Two source files or two class folders of the same classes are compared (`pair`, which may be
    left out), or predictions on their base commits (`predictions`). Every difference is confirmed
    in clean JVMs and comes with a JUnit test that passes on the old version and fails on the new.

    \b
    Examples:
      refverify fuzz Old/Calc.java New/Calc.java
      refverify fuzz --old target/classes --new ../new/target/classes --class-path lib.jar
      refverify fuzz instances.jsonl predictions.jsonl --repo path/to/clone --run run
      refverify fuzz replay out/replay.json
    """


def budget_options(body: Callable[..., None]) -> Callable[..., None]:
    """The options that decide how long and how is searched."""
    for option in (
        click.option(
            "--jdk",
            type=click.Path(path_type=Path),
            help="Home of the JDK that runs the code; default: the javac on the PATH.",
        ),
        click.option(
            "--sandbox",
            type=click.Choice(["docker", "local"]),
            default="docker",
            show_default=True,
            help="local isolates nothing: for code that you trust.",
        ),
        click.option("--image", help="Container image instead of our own minimal one."),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**63 - 1),
            default=1,
            show_default=True,
            help="The same seed and executions give the same result.",
        ),
        click.option(
            "--executions",
            type=click.IntRange(1),
            default=10_000,
            show_default=True,
            help="Inputs that are run on both versions at most.",
        ),
        click.option(
            "--seconds",
            type=click.FloatRange(1),
            default=60.0,
            show_default=True,
            help="Seconds of search at most; confirming a difference comes on top.",
        ),
    ):
        body = option(body)
    return body


@dataclass(frozen=True, kw_only=True, slots=True)
class PairOptions:
    """The command line of `pair` as data."""

    sources: tuple[Path, ...]
    old: Path | None
    new: Path | None
    class_path: tuple[str, ...]
    renames: tuple[str, ...]
    classes: tuple[str, ...]
    as_json: bool
    out: Path | None
    junit: str
    jdk: Path | None
    sandbox: str
    image: str | None
    seed: int
    executions: int
    seconds: float

    @property
    def versions(self) -> tuple[Path, Path]:
        """The old and the new version.

        Raises:
            UsageError: neither two files nor --old and --new were given, or both.
        """
        folders = tuple(p for p in (self.old, self.new) if p is not None)
        if len(self.sources) + len(folders) != 2 or len(folders) == 1:  # noqa: PLR2004
            raise UsageError(
                "two versions are needed: OLD.java NEW.java, or --old DIR --new DIR",
                hint="See the examples of `refverify fuzz --help`.",
            )
        old, new = folders or self.sources
        return old, new


@command.command(name="pair", epilog=EXIT_TEXT)
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path))
@click.option("--old", type=click.Path(path_type=Path), help="Class folder of the old version.")
@click.option("--new", type=click.Path(path_type=Path), help="Class folder of the new version.")
@click.option(
    "--class-path",
    "class_path",
    multiple=True,
    metavar="PATH[:PATH]",
    help="Jars and class folders that both versions need.",
)
@click.option(
    "--rename",
    "renames",
    multiple=True,
    metavar="OLD=NEW",
    help="A class that has another full name in the new version; repeat.",
)
@click.option(
    "--class", "classes", multiple=True, metavar="NAME", help="Only changes of this class; repeat."
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as one JSON line.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder for result.json, the replay file and the failing test.",
)
@click.option(
    "--junit",
    type=click.Choice(["4", "5"]),
    default="5",
    show_default=True,
    help="The JUnit that the failing test is written for.",
)
@budget_options
@click.pass_obj
def pair(shared: Globals, /, **words: Any) -> None:
    """Compare two versions: OLD.java NEW.java, or --old DIR --new DIR.

    The code runs in the sandbox, without network, on the JDK that is chosen. A verdict never says
    more than was executed: `no difference in N inputs` comes with the share of the changed lines
    that ran and of the mutants of the change that the same inputs notice.

    \b
    Examples:
      refverify fuzz pair Old/Calc.java New/Calc.java --out found
      refverify fuzz pair --old old/classes --new new/classes --rename p.Calc=p.Adder
    """
    options = PairOptions(**words)
    found = _run(options)
    _show(shared, found, options)
    sys.exit(EXIT_STATUS.get(found.verdict, INCONCLUSIVE))


@command.command(name="predictions", epilog=EXIT_TEXT)
@click.argument("instances", type=click.Path(path_type=Path))
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option(
    "--run",
    "run_folder",
    type=click.Path(path_type=Path),
    required=True,
    help="Run folder (ledger and evidence); resumes.",
)
@click.option(
    "--repo",
    "repos",
    multiple=True,
    required=True,
    metavar="[NAME=]PATH",
    help="Local repository of the instances; repeat with names.",
)
@click.option("--json", "as_json", is_flag=True, help="Print whole verdict records as JSON lines.")
@budget_options
@click.pass_context
def predictions(ctx: click.Context, /, **words: Any) -> None:
    """Fuzz predictions for mined instances against their base commits.

    The same as `refverify verify` with the checks compilation and behaviour: the prediction is
    built in the sandbox, and failing tests and replay files are kept in the run folder.

    \b
    Examples:
      refverify fuzz predictions instances.jsonl predictions.jsonl --repo gson --run run
      refverify fuzz instances.jsonl predictions.jsonl --repo gson --run run --seconds 20
    """
    from verifier.cli.verify import command as verify

    for name in ("seed", "executions", "seconds"):
        words[f"fuzz_{name}"] = words.pop(name)
    ctx.invoke(verify, checks=("behaviour",), **words)


def _run(options: PairOptions) -> "Behaviour":
    from verifier.fuzzing.compiling import split_class_path
    from verifier.fuzzing.pair import PairRequest, fuzz_pair
    from verifier.fuzzing.request import Budget, JUnitFlavour
    from verifier.sandbox.choice import open_sandbox

    old, new = options.versions
    request = PairRequest(
        old=old,
        new=new,
        class_path=split_class_path(options.class_path),
        renames=_renames(options.renames),
        classes=options.classes,
        budget=Budget(seed=options.seed, executions=options.executions, seconds=options.seconds),
        junit=JUnitFlavour(options.junit),
    )
    with open_sandbox(options.sandbox, image=options.image) as sandbox:
        return fuzz_pair(request, _jdk(options.jdk), sandbox)


def _renames(words: tuple[str, ...]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    for word, (old, _, new) in zip(words, pairs, strict=True):
        if not old or not new:
            raise UsageError(
                f"--rename {word}: not OLD=NEW", hint="For example --rename p.Calc=p.math.Adder"
            )
    return {old: new for old, _, new in pairs}


def _jdk(chosen: Path | None) -> "Jdk":
    from verifier.tools.jdk import usual_jdk

    return usual_jdk(chosen)


def _show(shared: Globals, found: "Behaviour", options: PairOptions) -> None:
    from verifier.fuzzing.outcome import write_outcome
    from verifier.fuzzing.wording import in_one_line
    from verifier.tools.records import to_json

    click.echo(to_json(found) if options.as_json else in_one_line(found))
    for path in write_outcome(found, options.out) if options.out else ():
        shared.console.say(f"wrote {path}")
