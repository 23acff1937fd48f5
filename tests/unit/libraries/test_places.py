"""Where the user's own tools keep their downloads."""

from pathlib import Path

import pytest

from verifier.libraries.places import user_places


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path / "g"))
    monkeypatch.setenv("DISK", "/disk")
    (tmp_path / ".m2").mkdir()
    return tmp_path


def test_the_usual_places(home: Path) -> None:
    places = user_places(fetch=False)

    assert places.repository == home / ".m2" / "repository"
    assert places.gradle == home / "g" / "caches" / "modules-2" / "files-2.1"
    assert (places.settings, dict(places.environment), places.fetch) == ((), {}, False)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("/elsewhere", "/elsewhere"),
        ("${env.DISK}/m2", "/disk/m2"),
        ("${user.home}/r", "HOME/r"),
        ("relative", "HOME/.m2/repository"),
        ("", "HOME/.m2/repository"),
    ],
)
def test_the_settings_may_name_the_repository(home: Path, written: str, expected: str) -> None:
    text = f'<settings xmlns="x"><localRepository>{written}</localRepository></settings>'
    (home / ".m2" / "settings.xml").write_text(text)

    assert str(user_places(fetch=False).repository) == expected.replace("HOME", str(home))


def test_settings_and_environment_are_for_fetching(home: Path) -> None:
    settings = home / ".m2" / "settings.xml"
    settings.write_text("<settings/>")

    places = user_places(fetch=True)

    assert (places.settings, places.fetch) == ((settings,), True)
    assert places.environment["DISK"] == "/disk"
