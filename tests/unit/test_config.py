from pathlib import Path

import pytest

from verifier.config import (
    analysis_archives,
    cache_folder,
    cache_size,
    in_ci,
    java_homes,
    load_settings,
    own_distances,
    program_folders,
    setting_variables,
    user_folder,
)
from verifier.errors import ConfigError


@pytest.fixture
def user_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    file = tmp_path / "settings" / "refverify" / "refverify.toml"
    file.parent.mkdir(parents=True)
    return file


def test_no_file_means_no_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path).tables == {}


def test_dashes_and_underscores_in_keys_are_one(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_text("[verify]\nbase-runs = 5\nall_checks = true\n")
    assert load_settings(tmp_path).tables == {"verify": {"base_runs": 5, "all_checks": True}}


def test_the_current_folder_wins_over_the_user_key_by_key(
    tmp_path: Path, user_settings: Path
) -> None:
    user_settings.write_text("[mine]\njobs = 1\ntimeout = 60\n[verify]\nsandbox = 'local'\n")
    (tmp_path / "refverify.toml").write_text("[mine]\njobs = 2\n")
    assert load_settings(tmp_path).tables == {
        "mine": {"jobs": 2, "timeout": 60},
        "verify": {"sandbox": "local"},
    }


def test_a_table_inside_a_table_belongs_to_a_sub_command(
    tmp_path: Path, user_settings: Path
) -> None:
    user_settings.write_text("[datasets.build]\nfrom = '1.4'\n")
    (tmp_path / "refverify.toml").write_text("[datasets.build]\ncache-folder = 'here'\n")
    assert load_settings(tmp_path).tables == {
        "datasets": {"build": {"from": "1.4", "cache_folder": "here"}}
    }


@pytest.mark.parametrize(
    "name",
    [
        *("sandbox", "image", "jdk", "maven", "prepare-on", "prepare_on", "runtime"),
        *("base-url", "api-key-env", "agent", "prompts"),
        *("prices", "budget", "budget-each", "budget-tokens", "confirm-above", "yes"),
    ],
)
def test_a_file_of_the_current_folder_never_says_where_code_runs_or_by_which_program(
    tmp_path: Path, user_settings: Path, name: str
) -> None:
    user_settings.write_text(f"[verify]\n{name} = 'of the user'\n")
    (tmp_path / "refverify.toml").write_text(
        f"[verify]\njobs = 2\n{name} = 'evil'\n[fuzz.pair]\n{name} = 'evil'\n"
    )
    settings = load_settings(tmp_path)

    key = name.replace("-", "_")
    assert settings.tables == {"verify": {"jobs": 2, key: "of the user"}, "fuzz": {"pair": {}}}
    assert (
        settings.notices
        == (
            (
                f"refverify.toml of the current folder may not set {name!r}: pass it, or set it in the"
                " environment or in your own refverify.toml"
            ),
        )
        * 2
    )


def test_a_file_in_a_judged_repository_says_nothing_at_all(
    tmp_path: Path, user_settings: Path
) -> None:
    user_settings.write_text("[verify]\njobs = 2\n")
    (tmp_path / "refverify.toml").write_text("[verify]\nchecks = ['application']\n")
    settings = load_settings(tmp_path, judged=lambda folder: folder == tmp_path)

    assert settings.tables == {"verify": {"jobs": 2}}
    assert settings.notices == (
        "refverify.toml is passed over: it belongs to the repository that is judged",
    )


def test_homes_and_program_folders_that_are_relative_are_nobody_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JAVA_HOME", "evil")
    monkeypatch.setenv("PATH", ".:/usr/bin::bin")

    assert Path("evil") not in java_homes()
    assert program_folders() == ("/usr/bin",)


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_text("[mine\n")
    with pytest.raises(ConfigError, match=r"refverify\.toml: .*line 1") as caught:
        load_settings(tmp_path)
    assert caught.value.hint == "The file must be TOML."


def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_bytes(b"[mine]\nsince = '\xff'\n")
    with pytest.raises(ConfigError, match=r"refverify\.toml: .*utf-8"):
        load_settings(tmp_path)


def test_the_user_folder_follows_xdg_and_falls_back_to_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/settings")
    assert user_folder() == Path("/settings/refverify")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert user_folder() == Path("/home/somebody/.config/refverify")


def test_the_cache_folder_is_ours_then_xdg_then_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.delenv("REFVERIFY_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder() == Path("/home/somebody/.cache/refverify")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder() == Path("/caches/refverify")
    monkeypatch.setenv("REFVERIFY_CACHE", "/mine")
    assert cache_folder() == Path("/mine")


def test_setting_variables_are_those_with_our_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFVERIFY_MINE_JOBS", "2")
    monkeypatch.setenv("REFVERIFYISH", "2")
    assert "REFVERIFY_MINE_JOBS" in setting_variables()
    assert "REFVERIFYISH" not in setting_variables()


@pytest.mark.parametrize(("value", "expected"), [("true", True), ("1", True), ("", False)])
def test_ci_is_seen_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, value: str, expected: bool
) -> None:
    monkeypatch.setenv("CI", value)
    assert in_ci() is expected


def test_a_relative_folder_of_settings_is_not_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "settings")

    assert user_folder() == Path.home() / ".config" / "refverify"


@pytest.mark.parametrize(
    "text",
    [f"a = {'9' * 5000}", f"a = {'[' * 5000}", f"a = {'{a=' * 5000}", f"[{'a.' * 2000}a]"],
    ids=["number", "arrays", "tables", "dots"],
)
def test_what_the_parser_cannot_take_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "refverify.toml").write_text(text)

    with pytest.raises(ConfigError, match=r"refverify\.toml"):
        load_settings(tmp_path)


def test_a_file_that_no_person_wrote_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_text("a." * 400_000 + "b = 1")

    with pytest.raises(ConfigError, match="larger than"):
        load_settings(tmp_path)


@pytest.mark.parametrize(("value", "may"), [("off", False), ("on", True), ("", True)])
def test_archives_of_the_analysis_jvm_can_be_turned_off(
    monkeypatch: pytest.MonkeyPatch, value: str, may: bool
) -> None:
    monkeypatch.setenv("REFVERIFY_ANALYSIS_ARCHIVE", value)
    assert analysis_archives() is may


@pytest.mark.parametrize(("value", "ours"), [("off", False), ("on", True), ("", True)])
def test_edit_distances_of_our_own_can_be_turned_off(
    monkeypatch: pytest.MonkeyPatch, value: str, ours: bool
) -> None:
    monkeypatch.setenv("REFVERIFY_ANALYSIS_DISTANCES", value)
    assert own_distances() is ours


@pytest.mark.parametrize("value", ["OFF", "0", "no"])
def test_a_word_that_turns_no_archive_off_does_not_pass_in_silence(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("REFVERIFY_ANALYSIS_ARCHIVE", value)
    with pytest.raises(ConfigError, match=f"REFVERIFY_ANALYSIS_ARCHIVE is '{value}'") as caught:
        analysis_archives()
    assert caught.value.hint == "Set it to on or off."


def test_a_current_folder_that_is_gone_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    with pytest.raises(ConfigError, match="the current folder: No such file or directory"):
        load_settings()


def test_the_size_of_the_cache_comes_from_the_environment_or_the_users_own_file(
    tmp_path: Path, user_settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_size() is None
    user_settings.write_text("cache-size = '1.5G'\n")
    (tmp_path / "refverify.toml").write_text("cache-size = '1K'\n")

    assert cache_size() == 3 * 1024**3 // 2
    (notice,) = load_settings(tmp_path).notices
    assert notice.startswith("refverify.toml of the current folder may not set 'cache-size'")
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "200M")
    assert cache_size() == 200 * 1024**2


@pytest.mark.parametrize("text", ["200", "0G", "-1G", "much"])
def test_what_is_no_size_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", text)

    with pytest.raises(ConfigError, match=f"REFVERIFY_CACHE_SIZE: '{text}' is not a size"):
        cache_size()
