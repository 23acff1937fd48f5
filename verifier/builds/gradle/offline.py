"""A job that runs Gradle offline, on a read-only store of dependencies with a writable layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.builds.described.module_graph import join_folder
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import ENVIRONMENT, JOB_TREE, BuildRequest
from verifier.builds.evidence.built_sources import NOTE, list_candidate_sources
from verifier.builds.evidence.tree_hashes import listing
from verifier.builds.gradle.store import read_seen_at
from verifier.builds.gradle.words import SCRIPT, WITH_JDK, build_words, init_script
from verifier.sandbox.base import Job, JobLimits, Mount, Sandbox
from verifier.tools.build_jvm import JVM_OPTIONS

_OUTPUTS = (".gradle", "buildSrc/.gradle")


def _script(prepared: PreparedBase) -> str:
    # The store's files are linked; its indexes are copied, because Gradle locks and writes them.
    # The indexes contain absolute paths, so the store is mounted where the preparation saw it.
    return f"""store="$1"; shift
{WITH_JDK}
GRADLE_USER_HOME="$PWD/gradle-home"; export GRADLE_USER_HOME
mkdir -p "$GRADLE_USER_HOME/caches" || exit 97
[ ! -d "$store/native" ] || cp -R "$store/native" "$GRADLE_USER_HOME/"
for each in "$store"/caches/*; do
  name="${{each##*/}}"
  case "$name" in
    modules-*)
      mkdir "$GRADLE_USER_HOME/caches/$name"
      for inner in "$each"/*; do
        case "${{inner##*/}}" in
          files-*) ln -s "$inner" "$GRADLE_USER_HOME/caches/$name/" ;;
          *) cp -R "$inner" "$GRADLE_USER_HOME/caches/$name/" ;;
        esac
      done ;;
    build-cache-*) ;;
    *) [ ! -e "$each" ] || cp -R "$each" "$GRADLE_USER_HOME/caches/" ;;
  esac
done
cd {JOB_TREE} || exit 97
outputs="$1"; shift
printf '%s' "$outputs" | xargs -d '\\n' -r rm -rf --
{NOTE}
root="$1"; shift
(cd -- "$root" && exec "$@")
status=$?
{listing(outputs_of(prepared))}
exit $status
"""


def outputs_of(prepared: PreparedBase) -> tuple[str, ...]:
    """Return the folders of a tree that are not hashed after a run."""
    return tuple(join_folder(prepared.root, each) for each in _OUTPUTS)


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflineGradle:
    """Tasks of the init script in a separate job; the script documents its properties."""

    prepared: PreparedBase
    sandbox: Sandbox
    tasks: tuple[str, ...]
    results: tuple[str, ...]
    limits: JobLimits
    properties: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)

    def _store(self) -> Mount:
        """Mount the store at the path at which it was last filled, if possible."""
        usual = Mount(name="store", source=self.prepared.libraries)
        seen = read_seen_at(self.prepared.libraries)
        own = str(self.prepared.libraries.resolve())
        return replace(usual, in_place=seen == own != self.sandbox.path_of(usual))

    def job(self, request: BuildRequest) -> Job:
        """Return the job for a tree."""
        prepared, see = self.prepared, self.sandbox.path_of
        jdk = Mount(name="jdk", source=prepared.jdk.home)
        gradle = Mount(name="gradle", source=prepared.tool.home)
        store = self._store()
        stale = (f for m in prepared.modules for f in (m.main_output, m.test_output))
        words = (
            f"{see(gradle)}/bin/gradle",
            "--offline",
            *build_words(
                prepared.tool.version,
                self.tasks,
                {"modules": prepared.selected, **self.properties},
                prepared.root,
            ),
        )
        return Job(
            command=(
                *("bash", "-c", _script(prepared), "build", see(store), "\n".join(stale)),
                prepared.root,
                *words,
            ),
            mounts=(jdk, gradle, store),
            copies={JOB_TREE: Mount(name="base", source=prepared.base)},
            files={
                **request.files(),
                **list_candidate_sources(request),
                **self.files,
                SCRIPT: init_script(),
            },
            env={**ENVIRONMENT, "JAVA_HOME": see(jdk), "GRADLE_OPTS": JVM_OPTIONS},
            results=self.results,
            limits=self.limits,
            label=f"gradle {request.label}",
        )
