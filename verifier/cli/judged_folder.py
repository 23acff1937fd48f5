"""Tell whether a folder belongs to a repository that a command line judges. git is not called."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

OPTION = "--repo"
OF_THE_CURRENT_FOLDER = "check"
"""The command that judges the current folder if `--repo` is absent."""

NAMES_IT_BARE = "mine"
"""The command that takes its repository as an argument, not as an option."""


def is_judged(folder: Path, words: Sequence[str]) -> bool:
    """Tell whether a folder belongs to a repository that `--repo` names, or to another work tree of
    it.

    A command that judges the current folder by default counts as one that names it.
    """
    own = _home(folder)
    command = next((word for word in words if not word.startswith("-")), "")
    implied = [str(folder)] if command == OF_THE_CURRENT_FOLDER else []
    if command == NAMES_IT_BARE:
        # Every word counts: a folder that another option names is just as foreign.
        implied = [w for w in words[words.index(command) + 1 :] if Path(w).is_dir()]
    return any(
        folder.resolve().is_relative_to(_top(path)) or (own is not None and _home(path) == own)
        for path in map(Path, [*implied, *_repositories(words)])
    )


def _repositories(words: Sequence[str]) -> Iterator[str]:
    """Yield the paths of `--repo PATH`, `--repo=PATH` and `--repo NAME=PATH`."""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        value = following if word == OPTION else ""
        if word.startswith(f"{OPTION}="):
            value = word.removeprefix(f"{OPTION}=")
        if value:
            yield value
            yield value.rpartition("=")[2]


def _top(path: Path) -> Path:
    """Return the work tree around a path, or the path itself if there is none."""
    place = path.resolve()
    return next((p for p in (place, *place.parents) if (p / ".git").exists()), place)


def _home(path: Path) -> Path | None:
    """Return the git directory that a folder's work tree shares with its other work trees."""
    place = _top(path) / ".git"
    if place.is_dir():
        return place
    try:
        line = place.read_text("utf-8", "surrogateescape").strip()
    except OSError:
        return None
    linked = Path(os.path.normpath(place.parent / line.removeprefix("gitdir: ")))
    shared = linked.parent.parent if linked.parent.name == "worktrees" else linked
    return shared.resolve()
