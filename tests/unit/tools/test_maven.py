"""The repositories that Maven asks if nothing else is named."""

import zipfile
from pathlib import Path

import pytest

from verifier.tools.maven import Maven, find_maven, read_own_repositories

SUPER = "org/apache/maven/model/pom-4.0.0.xml"
PLAIN = "<project><repositories><repository><url> https://r.example/m2 </url></repository></repositories></project>"


@pytest.mark.parametrize(
    "pom",
    [PLAIN, PLAIN.replace("<project>", '<project xmlns="http://maven.apache.org/POM/4.0.0">')],
)
def test_they_are_those_of_the_super_pom(tmp_path: Path, pom: str) -> None:
    (tmp_path / "lib").mkdir()
    for name, entry in (("maven-artifact-1.jar", "other"), ("maven-model-builder-1.jar", SUPER)):
        with zipfile.ZipFile(tmp_path / "lib" / name, "w") as jar:
            jar.writestr(entry, pom)

    assert read_own_repositories(Maven(home=tmp_path, version="1")) == ("https://r.example/m2",)


def test_a_folder_without_a_super_pom_names_none(tmp_path: Path) -> None:
    assert read_own_repositories(Maven(home=tmp_path, version="1")) == ()


def test_the_maven_of_this_machine_names_one_by_https() -> None:
    (address,) = read_own_repositories(find_maven())

    assert address.startswith("https://")
