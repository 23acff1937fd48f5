"""A base's own build is a stranger's program: what it finds when it is prepared in a container."""

from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.preparing.preparation import prepare
from verifier.sandbox.docker import DockerSandbox

pytestmark = pytest.mark.engine

ANT = """<plugin>
  <artifactId>maven-antrun-plugin</artifactId><version>3.1.0</version>
  <executions><execution><id>spy</id><phase>validate</phase><goals><goal>run</goal></goals>
    <configuration><target>
      <property environment="env"/>
      <echo file="${{settings.localRepository}}/seen.txt">secret=${{env.SECRET_OF_THE_HOST}}
home=${{user.home}}
</echo>
      <available file="{marker}" property="host.seen"/>
      <echo file="${{settings.localRepository}}/host.txt">host=${{host.seen}}</echo>
      <exec executable="sh" failonerror="false">
        <arg value="-c"/><arg value="echo ran >{folder}/RAN; ln -s /etc/passwd ${{settings.localRepository}}/link"/>
      </exec>
    </target></configuration>
  </execution></executions>
</plugin>
</plugins>"""
FILES = {
    "src/main/java/p/Code.java": "package p;\nclass Code {}\n",
    "src/test/java/p/CodeTest.java": "package p;\n\npublic class CodeTest {\n"
    "  @org.junit.Test public void runs() {}\n}\n",
}


def test_it_finds_nothing_of_the_host_and_leaves_plain_files_in_its_own_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_HOST", "s3cret")
    marker = tmp_path / "marker"
    marker.write_text("of the host")
    tmp_path.chmod(0o777)
    spy = ANT.format(marker=marker, folder=tmp_path)
    pom = maven_subject.JUNIT4.replace("</plugins>", spy)
    options = BuildOptions(strategy=StrategyChoice.DIRECT, cache=tmp_path / "cache")
    with (
        maven_subject.commit(tmp_path, {**FILES, "pom.xml": pom}) as repository,
        DockerSandbox() as sandbox,
    ):
        prepared = prepare(repository, repository.resolve("HEAD"), options, sandbox)

    seen = (prepared.libraries / "seen.txt").read_text()
    assert "s3cret" not in seen
    assert "home=/work" in seen
    assert (prepared.libraries / "host.txt").read_text() == "host=${host.seen}"
    assert not (tmp_path / "RAN").exists()
    assert not (prepared.libraries / "link").is_symlink()
