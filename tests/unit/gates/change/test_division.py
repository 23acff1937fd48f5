"""Which files of a change are judged, and which are documentation."""

import pytest

from tests.conftest import MakeRepository
from verifier.domain.gate import AsideWhy
from verifier.gates.change.division import divide, is_documentation
from verifier.tools.git.repository import Repository


@pytest.mark.parametrize(
    "path",
    [
        "README",
        "README.md",
        "LICENSE.txt",
        "docs/a/b.adoc",
        "CHANGELOG.rst",
        "NOTICE",
        "RELEASE-NOTES.txt",
        "RELEASE_NOTES",
        "core/HISTORY.txt",
        "web/README.md",
        "core/docs/x.md",
        "src/changes/changes.xml",
        "core/src/changes/changes.xml",
        "src/site/xdoc/index.xml",
        "src/site/apt/usage.apt",
        "src/site/markdown/usage.md",
        "RELEASE-NOTES-1.5.txt",
        "changes-2.0.txt",
        "NEWS",
        "news.txt",
        "release-notes/1.5.txt",
    ],
)
def test_prose_outside_of_sources_is_documentation(path: str) -> None:
    assert is_documentation(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/main/resources/help.md",
        "src/README.md",
        "resources/a.md",
        "src/test/resources/README.md",
        "notes.txt",
        "data.json",
        "pom.xml",
        "build.gradle",
        ".github/workflows/ci.yml",
        "docs/conf.py",
        "target/README.md",
        "templates/mail.md",
        "mail/README-template.md",
        "src/main/changes/changes.xml",
        "changes.xml",
        "src/changes/run.sh",
        "src/site/site.vm",
        "src/site/resources/app.js",
        "changes.sh",
        "changes-1.sh",
        "release-notes/build.sh",
        "src/site/xdoc/index.xml.vm",
        "conf/news",
        "news.properties",
    ],
)
def test_what_a_build_or_a_program_may_read_is_none(path: str) -> None:
    assert not is_documentation(path)


def test_java_is_judged_and_all_else_is_set_aside_with_a_reason(
    make_repository: MakeRepository,
) -> None:
    made = make_repository("subject")
    base = made.commit({"pom.xml": "<project/>\n", "src/main/java/A.java": "class A {}\n"})
    head = made.commit(
        {
            "pom.xml": "<project></project>\n",
            "src/main/java/A.java": "class A { }\n",
            "README.md": "x\n",
            "src/main/resources/a.properties": "a=1\n",
            "ci/x.yml": "x\n",
        }
    )
    objects = made.git("count-objects", "-v")
    with Repository.open(made.path) as repository:
        found = divide(repository, base, head, ("ci/*",))
        assert found.judged is not None
        judged = repository.list_changed_entries(base, found.judged)

    assert [entry.path for entry in judged] == ["src/main/java/A.java"]
    assert {each.path: each.why for each in found.aside} == {
        "README.md": AsideWhy.DOCUMENTATION,
        "ci/x.yml": AsideWhy.ALLOWED,
        "pom.xml": AsideWhy.NOT_JUDGED,
        "src/main/resources/a.properties": AsideWhy.NOT_JUDGED,
    }
    assert {(str(f.rule), f.path) for f in found.objections} == {
        ("build-file", "pom.xml"),
        ("outside-main-sources", "src/main/resources/a.properties"),
    }
    assert made.git("count-objects", "-v") == objects


def test_a_change_of_java_alone_is_its_own_head(make_repository: MakeRepository) -> None:
    made = make_repository("subject")
    base, head = made.commit({"A.java": "class A {}\n"}), made.commit({"A.java": "class A { }\n"})
    with Repository.open(made.path) as repository:
        assert divide(repository, base, head).judged == head
        assert divide(repository, base, base).judged is None
