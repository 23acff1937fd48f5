"""Which parts of the user's Maven settings a base's build may see."""

from pathlib import Path

import pytest

from verifier.tools.hostile_xml import read_xml
from verifier.tools.maven_settings import list_mirrors, mirror_settings, network_settings

SETTINGS = """<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">
  <servers><server><id>m</id><username>u</username><password>s3cret</password></server></servers>
  <mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>https://mirror.example/</url></mirror></mirrors>
  <proxies><proxy><id>p</id><host>proxy.example</host><port>3128</port>
    <username>u</username><password>s3cret</password></proxy></proxies>
  <profiles><profile><id>x</id>
    <properties><token>s3cret</token></properties>
    <repositories><repository><id>r</id><url>https://r.example/</url></repository></repositories>
  </profile></profiles>
  <activeProfiles><activeProfile>x</activeProfile></activeProfiles>
</settings>
"""


def test_mirrors_proxies_and_repositories_stay_and_no_secret_does(tmp_path: Path) -> None:
    file = tmp_path / "settings.xml"
    file.write_text(SETTINGS, "utf-8")
    written = network_settings(file)
    root = read_xml(written)

    assert b"s3cret" not in written
    assert [child.tag for child in root] == ["mirrors", "proxies", "profiles", "activeProfiles"]
    assert root.findtext("mirrors/mirror/url") == "https://mirror.example/"
    assert root.findtext("proxies/proxy/port") == "3128"
    assert root.findtext("profiles/profile/repositories/repository/url") == "https://r.example/"
    assert root.find("profiles/profile/properties") is None


def test_without_settings_they_are_empty(tmp_path: Path) -> None:
    assert network_settings(tmp_path / "none.xml") == b"<settings />"


def test_settings_that_cannot_be_read_are_empty(tmp_path: Path) -> None:
    file = tmp_path / "settings.xml"
    file.write_bytes(b"<settings><mirrors>")

    assert network_settings(file) == b"<settings />"


@pytest.mark.parametrize(
    ("mirror_of", "is_central"),
    [
        ("*", True),
        ("external:*", True),
        ("jboss, central", True),
        ("*,!central", False),
        ("jboss", False),
        ("", False),
    ],
)
def test_the_mirrors_of_central_are_known(
    tmp_path: Path, mirror_of: str, *, is_central: bool
) -> None:
    file = tmp_path / "settings.xml"
    file.write_text(SETTINGS.replace("<mirrorOf>*<", f"<mirrorOf>{mirror_of}<"), "utf-8")

    (mirror,) = list_mirrors(read_xml(network_settings(file)))
    assert (mirror.id, mirror.is_of_central) == ("m", is_central)


def test_the_proxy_is_a_mirror_of_central() -> None:
    (mirror,) = list_mirrors(read_xml(mirror_settings("http://127.0.0.1:1")))
    assert (mirror.id, mirror.is_of_central) == ("refverify", True)
    assert list_mirrors(read_xml(network_settings(Path("none.xml")))) == ()
