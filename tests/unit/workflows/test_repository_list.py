"""Lists of repositories: addresses and paths, JSON lines, tables of the search, and plans."""

from pathlib import Path

import pytest

from verifier.errors import InputError
from verifier.workflows.repository_list import Listed, RepositoryFacts, read_list, scan_list

TABLE = (
    "\ufeffid,name,isFork,commits,mainLanguage,license,stargazers,pushedAt,lastCommitSHA,isDisabled\n"
    '1,"apache/commons-lang",false,8404,Java,Apache License 2.0,2700,2026-05-31T10:00:00,1a2b,false\n'
    "2,google/gson,true,2135,,,,,,\n"
)


def write_list(folder: Path, content: str | bytes) -> Path:
    path = folder / "list.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_list_has_an_address_or_a_path_per_line_each_once(tmp_path: Path) -> None:
    text = "# projects\nhttps://example.org/a/b.git\n\nclones/c  # ours\n/d\nclones/c\ngit@h:o/r\n"

    assert read_list(write_list(tmp_path, text)) == tuple(
        Listed(repository=each)
        for each in (
            "https://example.org/a/b.git",
            str(tmp_path / "clones/c"),
            "/d",
            "git@h:o/r",
        )
    )


def test_a_line_may_name_the_revision_to_mine(tmp_path: Path) -> None:
    text = "https://example.org/a/b.git   rev=v1..v2 # pinned\n/my clones/c rev=1a2b\n/rev=x\n"

    assert read_list(write_list(tmp_path, text)) == (
        Listed(repository="https://example.org/a/b.git", revisions="v1..v2"),
        Listed(repository="/my clones/c", revisions="1a2b"),
        Listed(repository="/rev=x"),
    )


def test_one_repository_with_two_revisions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names /c with several revisions"):
        read_list(write_list(tmp_path, "/c rev=v1\n/c rev=v2\n"))


def test_a_table_of_the_search_says_what_its_repositories_are(tmp_path: Path) -> None:
    facts = RepositoryFacts(
        stars=2700,
        commits=8404,
        license="Apache License 2.0",
        language="Java",
        pushed="2026-05-31",
        is_fork=False,
        is_disabled=False,
    )

    assert read_list(write_list(tmp_path, TABLE)) == (
        Listed(
            repository="https://github.com/apache/commons-lang.git", revisions="1a2b", facts=facts
        ),
        Listed(
            repository="https://github.com/google/gson.git",
            facts=RepositoryFacts(commits=2135, is_fork=True),
        ),
    )


def test_a_list_that_names_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names no repository"):
        read_list(write_list(tmp_path, "# nothing\n"))
    with pytest.raises(InputError, match="cannot read"):
        read_list(tmp_path / "absent")


def test_lines_that_cannot_be_read_are_counted_or_refused(tmp_path: Path) -> None:
    path = write_list(
        tmp_path, b'/a\n\xff\xfe\xfa\n/a\n{"repository": 3}\n{"no": [\n/b rev=x\n/b\n'
    )

    found = scan_list(path)

    assert [each.repository for each in found.repositories] == ["/a", "/b"]
    assert dict(found.losses) == {
        "not UTF-8": 1,
        "named before": 1,
        "cannot be read": 2,
        "named before with other revisions": 1,
    }
    with pytest.raises(InputError, match="several revisions"):
        read_list(path)


def test_bad_lines_alone_refuse_a_list(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not UTF-8, in 1 of its lines"):
        read_list(write_list(tmp_path, b"/a\n\xff\xfa\xfa\n"))


def test_a_huge_cell_is_an_error_and_no_crash(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="field larger than"):
        scan_list(write_list(tmp_path, f"id,name\n1,{'x' * 200_000}\n"))


def test_a_long_list_takes_no_quadratic_time(tmp_path: Path) -> None:
    text = "".join(f"https://github.com/o/r{number}.git\n" for number in range(100_000))

    assert len(read_list(write_list(tmp_path, text))) == 100_000


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 400, "-5", "1e9"])
def test_a_number_of_absurd_size_is_unknown(tmp_path: Path, number: str) -> None:
    table = f"name,stargazers,commits\na/b,{number},{number}\n"
    lines = f'{{"repository": "/a", "stars": "{number}", "commits": {number[:400]}}}\n'

    for text in (table, lines):
        (found,) = scan_list(write_list(tmp_path, text)).repositories
        assert found.facts == RepositoryFacts()


def test_names_that_no_program_takes_are_not_read(tmp_path: Path) -> None:
    lines = (
        b'/a\n/x\x00y\n{"repository": "/\\ud800"}\n{"repository": "/b", "revisions": "\\u0000"}\n'
    )

    found = scan_list(write_list(tmp_path, lines))

    assert [each.repository for each in found.repositories] == ["/a"]
    assert dict(found.losses) == {"cannot be read": 3}


def test_a_quote_without_an_end_hides_no_row(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unexpected end of data"):
        scan_list(write_list(tmp_path, 'name,lastCommitSHA\na/b,"1a\nc/d,2b\n'))


@pytest.mark.parametrize(
    "name",
    ["../..", "o/..", "./r", "o/r?x", "o/r#x", "o//", "/r", "o/", "a/../../b", "a b/c", "u@h/r"],
)
def test_a_name_of_a_table_that_is_no_owner_and_repository_is_counted(
    tmp_path: Path, name: str
) -> None:
    found = scan_list(write_list(tmp_path, f"id,name\n1,{name}\n2,o/r.x_y-z\n"))

    assert [each.repository for each in found.repositories] == ["https://github.com/o/r.x_y-z.git"]
    assert dict(found.losses) == {"cannot be read": 1}


@pytest.mark.parametrize(
    "address",
    ["https://github.com/a/../../b", "https://github.com/./b", "git@github.com:../b.git"],
)
def test_an_address_with_dots_for_a_folder_is_counted_and_a_path_is_not(
    tmp_path: Path, address: str
) -> None:
    lines = f'{address} rev=1a\n../c\n{{"repository": "{address}"}}\n'

    found = scan_list(write_list(tmp_path, lines))

    assert [each.repository for each in found.repositories] == [str(tmp_path / "../c")]
    assert dict(found.losses) == {"cannot be read": 2}
