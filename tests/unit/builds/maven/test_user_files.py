"""What Maven reads in a job in place of the files of a user and a machine."""

from pathlib import Path

from tests.support.prepared_bases import PREPARED
from verifier.builds.maven.user_files import nobodys_words, user_files, user_words

USERS = ("-s", "../settings.xml", "-t", "../toolchains.xml")


def test_toolchains_of_the_machine_are_replaced_where_its_maven_has_some(tmp_path: Path) -> None:
    assert user_words(tmp_path) == USERS
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf/toolchains.xml").write_text("<toolchains/>", "utf-8")

    assert user_words(tmp_path) == (*USERS, "-gt", "../toolchains.xml")


def test_a_job_of_nobody_has_no_settings_of_the_machine(tmp_path: Path) -> None:
    assert nobodys_words(tmp_path) == (*USERS, "-gs", "../settings.xml")
    files = user_files(PREPARED.jdk, "/mnt/jdk")
    assert files["settings.xml"] == b"<settings/>\n"
    assert b"<jdkHome>/mnt/jdk</jdkHome>" in files["toolchains.xml"]
