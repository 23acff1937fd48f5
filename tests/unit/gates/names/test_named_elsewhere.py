"""Where a name that a change took away still stands; what only looks like it does not matter."""

import pytest

from tests.support.answers import MemoryTree
from tests.support.cpu import cpu_seconds
from verifier.gates.names.changed_names import ChangedNames
from verifier.gates.names.named_elsewhere import find_named_elsewhere

HANDLER = {
    "src/hook/Handler.java": "package hook; class Handler { void run() {} }",
    "src/hook/Below.java": "package hook; class Below extends Handler { }",
    "src/other/Own.java": "package other; class Own { void serve() {} }",
}
NAMES = ChangedNames(
    types=frozenset({"hook.Old", "hook.Handler.In"}),
    owners={
        "serve": frozenset({"hook.Handler"}),
        "getTitle": frozenset({"hook.Handler"}),
        "Old": frozenset({"hook"}),
        "In": frozenset({"hook.Handler"}),
        "secret": frozenset({"hook.Handler"}),
    },
    kept=frozenset({"serve", "getTitle", "secret"}),
    hidden=frozenset({"secret"}),
)


def list_found(path: str, content: str | bytes) -> list[str]:
    tree = MemoryTree.of({**HANDLER, path: content})
    return [each for each in find_named_elsewhere(NAMES, frozenset(), tree) if path in each]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.yml", "on: hook.Handler::serve"),
        ("a.yml", "on: Handler::serve"),
        ("a.yml", "on: Below.serve"),
        ("a.yml", "method: serve"),
        ("a.yml", "init-method: 'serve'"),
        ("a.yml", "methods: [other, serve]"),
        ("a.yml", "callbacks:\n  - other\n  - serve\n"),
        ("a.json", '{"class": "X", "handler": "serve"}'),
        ("a.json", '{"at": "hook/Handler#serve"}'),
        ("a.json", '{"type": "hook.Handler$In"}'),
        ("a.json", '{"type": "hook/Old"}'),
        ("a.properties", "hook.Handler.serve=x"),
        ("a.properties", "job.method = serve"),
        ("a.toml", 'function = "serve"'),
        ("a.ini", "callback=serve"),
        ("a.cfg", "on = #{handler.serve()}"),
        ("a.conf", "on = ${bean.serve()}"),
        ("a.sql", 'CREATE ALIAS S FOR "hook.Handler.serve"'),
        ("a.csv", "1,hook.Handler::serve"),
        ("META-INF/x.txt", "hook.Handler.serve"),
        ("page.html", '<p th:text="${page.title}">'),
        ("page.html", '<p th:text="*{getTitle()}">'),
        ("page.jsp", "<%= page.serve() %>"),
        ("beans.xml", '<property name="title" value="x"/>'),
        ("beans.xml", "<method>serve</method>"),
        ("beans.xml", '<bean init-method="serve"/>'),
        ("a.json", '{"hook.Handler": {"serve": 3}}'),
        ("a.json", '{"bean": "hook.Handler", "init": "serve"}'),
        ("a.csv", "hook.Handler,serve"),
        ("a.js", "Java.type('hook.Handler').serve('x')"),
        ("a.pro", "-keep class hook.Handler { void serve(int); }"),
        ("a.c", 'FindClass(e, "hook/Handler"); GetMethodID(e, c, "serve", "()V");'),
        ("a.json", '[{"name": "hook.Handler", "fields": [{"name": "secret"}]}]'),
        ("a.properties", "on=hook.Handler.serve".encode("utf-16")),
        ("page.peb", "{{ handler.serve('x') }}"),
        ("aop.xml", '<aop:pointcut expression="execution(* *..serve(..))"/>'),
        ("src/T.java", 'class T { String s = "execution(* serve(..))"; }'),
        ("src/test/resources/a.yml", "on: hook.Handler::serve"),
        ("src/T.java", 'class T { String s = "#{x.serve()}"; }'),
        ("src/T.java", 'class T { String s = "@handler.serve(#id)"; }'),
        ("src/T.java", 'class T { String s = "T(hook.Handler).serve()"; }'),
        ("src/T.java", 'class T { String s = "Handler#serve"; }'),
        ("src/T.java", 'class T { String s = "execution(* hook.Handler.serve(..))"; }'),
        ("src/T.java", 'class T { Object o = getDeclaredField("secret"); }'),
    ],
)
def test_a_name_that_a_program_may_read_is_found(path: str, content: str | bytes) -> None:
    assert list_found(path, content)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("README.md", "hook.Handler::serve"),
        ("src/changes/changes.xml", "<action>hook.Handler#serve is public</action>"),
        ("RELEASE-NOTES-1.2.txt", "hook.Handler.serve is public"),
        ("docs/a.md", "Handler.serve"),
        ("CHANGES.txt", "Handler.serve"),
        ("a.yml", "serve: 4"),
        ("a.yml", "text: serve it"),
        ("a.yml", "on: other.Own::serve"),
        ("a.yml", "on: Own.serve"),
        ("a.yml", "on: Unknown.serve"),
        ("a.yml", "on: other.Handler.serve"),
        ("a.yml", "on: Handler.serves"),
        ("a.yml", "on: Handler::run"),
        ("a.json", '{"serve": ["serve"]}'),
        ("a.js", "const x = `${handler.title}`"),
        ("a.js", "f.call(this, serve(1))"),
        ("log.xml", '<serve name="hook.Handler" serve="x"/>'),
        ("a.yml", "logger: hook.Handler\ntarget: org.serve.Other"),
        ("a.yml", "logger: hook.Handlers\ntarget: serve"),
        ("a.yml", "serve: {{ .Values.serve }}"),
        ("src/test/resources/a.json", '{"method": "serve"}'),
        ("a.properties", "title=Title"),
        ("a.properties", "x=${title}"),
        ("a.kt", "secret()"),
        ("a.bin", b"hook.Handler::serve"),
        ("a.dat", b"\0hook.Handler::serve"),
        ("src/T.java", 'class T { String s = "Handler.serve failed"; }'),
        ("src/T.java", 'class T { String s = "serve"; }'),
        ("src/T.java", "class T { /* Handler#serve */ }"),
    ],
)
def test_what_no_program_takes_for_the_name_is_not(path: str, content: str | bytes) -> None:
    assert list_found(path, content) == []


def test_a_request_s_method_is_no_method_of_java() -> None:
    names = ChangedNames(owners={"get": frozenset({"p.A"})}, kept=frozenset({"get"}))
    tree = MemoryTree.of({"openapi.yml": "method: get\n", "b.yml": "handler: get\n"})

    assert [each.split()[0] for each in find_named_elsewhere(names, frozenset(), tree)] == ["b.yml"]


@pytest.mark.parametrize("text", ["a." * 200_000, "method: [" * 50_000, "#{" * 200_000, "methods:\n- " * 50_000, " " * 300_000])  # fmt: skip
def test_a_hostile_text_takes_no_time(text: str) -> None:
    assert cpu_seconds(lambda: list_found("a.yml", text + " serve title")) < 10


FINDER = "class Finder { static Object of(Object a, String n) throws Exception { return a.getClass().%s(n); } }"
READERS = [
    "import org.apache.commons.lang3.reflect.FieldUtils; Object o = FieldUtils.readField(x, NAME, true);",
    "import org.apache.commons.beanutils.PropertyUtils; Object o = PropertyUtils.getProperty(x, NAME);",
    "import mockit.Deencapsulation; Object o = Deencapsulation.invoke(x, NAME);",
    "import static org.assertj.core.api.Assertions.assertThat; Object o = assertThat(x).extracting(NAME);",
    "import static org.hamcrest.Matchers.hasProperty; Object o = hasProperty(NAME, any());",
]


@pytest.mark.parametrize("code", READERS)
def test_a_text_for_a_library_that_looks_up_members_names_them(code: str) -> None:
    assert list_found("src/T.java", code.replace("NAME", '"secret"'))
    assert not list_found("src/T.java", code.replace("NAME", '"other"'))


@pytest.mark.parametrize("looks", ["getDeclaredMethod", "getDeclaredField", "getMethod"])
def test_a_text_for_a_class_of_the_tree_that_looks_up_members_names_them(looks: str) -> None:
    helper = {"test/Finder.java": FINDER % looks, **HANDLER}
    uses = 'class T { Object o = Finder.of(new hook.Handler(), "secret"); }'

    def says(text: str) -> list[str]:
        tree = MemoryTree.of({**helper, "test/T.java": text})
        return list(find_named_elsewhere(NAMES, frozenset(), tree))

    assert says(uses) == ['test/T.java looks for methods by name and still has "secret"']
    assert says(uses.replace("Finder.of", "Other.of")) == []
    assert says(uses.replace("secret", "other")) == []


def test_a_class_that_only_reads_a_request_looks_up_nothing() -> None:
    tree = MemoryTree.of(
        {
            **HANDLER,
            "Finder.java": "class Finder { String of(Request r) { return r.getMethod(); } }",
            "T.java": 'class T { Object o = Finder.of(null, "secret"); }',
        }
    )

    assert list(find_named_elsewhere(NAMES, frozenset(), tree)) == []
