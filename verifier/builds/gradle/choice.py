"""Choose the Gradle that builds a base: the wrapper's if available, otherwise the one on the PATH."""

from pathlib import Path

from verifier.builds.described.prepared import InstalledTool
from verifier.builds.gradle.wrapper import Wrapper, wrapper_of
from verifier.builds.options import BuildOptions, StrategyName
from verifier.config import gradle_home
from verifier.domain.source import Tree
from verifier.errors import DownloadError, IntegrityError, MissingToolError
from verifier.tools.gradle import (
    OLDEST_GRADLE,
    Gradle,
    find_gradle,
    find_wrapper_gradle,
    is_at_least,
)
from verifier.tools.gradle_distribution import DistributionGone, fetch_distribution


def gradle_for(base: Tree, options: BuildOptions) -> InstalledTool:
    """Return the Gradle that the user chose; otherwise the wrapper's; otherwise the one on the
    PATH.

    The wrapper's Gradle comes from the user's Gradle home, or is fetched if the base commit states
    its checksum. The wrapper itself never runs.

    Raises:
        MissingToolError: there is none.
    """
    if options.gradle is not None:
        return describe_installation(find_gradle(options.gradle))
    wrapper = wrapper_of(base, options.root)
    reason = ""
    if wrapper is not None and is_at_least(wrapper.version, OLDEST_GRADLE):
        found = find_wrapper_gradle(gradle_home() / "wrapper", wrapper.version)
        if found is not None:
            return describe_installation(found)
        try:
            return describe_installation(_fetch(wrapper, options.cache))
        except (DownloadError, IntegrityError) as error:
            reason = error.message
    try:
        return describe_installation(find_gradle())
    except MissingToolError as error:
        if wrapper is None:
            raise
        raise MissingToolError(
            f"the project's wrapper asks for Gradle {wrapper.version}, which is not in the user's"
            f" Gradle home{f' and cannot be fetched ({reason})' if reason else ''};"
            " and gradle is not on this machine",
            hint=error.hint,
        ) from error


def is_missing_for_now(wrapper: Wrapper | None, used: str, options: BuildOptions) -> bool:
    """Whether a base was prepared with another version only because the wrapper's could not be
    downloaded.

    False if no download was tried, or the server has no such distribution.
    """
    if options.gradle is not None or wrapper is None or not wrapper.sha256:
        return False
    if wrapper.version == used or not is_at_least(wrapper.version, OLDEST_GRADLE):
        return False
    try:
        _fetch(wrapper, options.cache)
    except DistributionGone:
        return False
    except (DownloadError, IntegrityError):
        return True
    return True


def describe_installation(gradle: Gradle) -> InstalledTool:
    """Return a Gradle as the tool of a base."""
    return InstalledTool(name=StrategyName.GRADLE, home=gradle.home, version=gradle.version)


def _fetch(wrapper: Wrapper, cache: Path) -> Gradle:
    if not wrapper.sha256:
        raise IntegrityError("the base commit states no checksum for it")
    return fetch_distribution(wrapper.address, wrapper.sha256, cache / "gradle")
