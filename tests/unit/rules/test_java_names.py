from verifier.rules.java_names import Use, UseKind, uses

CALL, CREATION, ARRAY, FIELD, CONSTRUCT, NAME = UseKind


def list_found(method: str) -> list[tuple[UseKind, str, int]]:
    return [(use.kind, use.name, count) for use, count in uses(method).items()]


def test_calls_creations_constructs_and_names_but_no_types_are_counted() -> None:
    method = "int m(int a) { for (T t : list) { t.go(a); go(1); } return new Box<T>(a).size; }"
    assert list_found(method) == [
        (CALL, "go", 2),
        (CREATION, "Box", 1),
        (FIELD, "size", 1),
        (CONSTRUCT, "for", 1),
        (CONSTRUCT, "return", 1),
        (NAME, "t", 2),
        (NAME, "list", 1),
        (NAME, "a", 2),
    ]


def test_the_declaration_itself_is_no_use() -> None:
    assert uses("@Test void m(int a) { }") == {}


def test_comments_literals_and_annotations_count_for_nothing() -> None:
    method = 'void m() { /* a() */ @B int x; // c()\n log("d() \\" e()", \'(\'); }'
    assert [name for kind, name, _ in list_found(method) if kind is CALL] == ["log"]


def test_a_text_block_is_a_literal() -> None:
    assert list_found('void m() { """\n a("b");\n """; }') == []


def test_constructors_of_the_class_and_its_parent_are_calls() -> None:
    assert uses("A(int a) { this(a); }")[Use(kind=CALL, name="this")] == 1


def test_no_body_uses_nothing() -> None:
    assert uses("") == uses("abstract void m();") == {}


def test_fields_are_told_from_methods() -> None:
    fields = [
        (name, n)
        for kind, name, n in list_found("void m() { this.a = b.c(); d.a++; }")
        if kind is FIELD
    ]
    assert fields == [("a", 2)]


def test_new_arrays_are_uses_of_their_element_type() -> None:
    method = "void m() { a = new byte[n]; b = new T[] {}; c = new B(); }"
    assert [name for kind, name, _ in list_found(method) if kind is ARRAY] == ["byte", "T"]


def test_annotations_hold_no_uses_and_no_body() -> None:
    method = '@A({B.c(), "{"}) @p.D void m(@E(f()) int a) { @G(h = {i()}) int x = j(); }'
    assert [name for kind, name, _ in list_found(method) if kind is CALL] == ["j"]


def test_a_creation_may_be_qualified_generic_and_broken_over_lines() -> None:
    method = "void m() { x = new java.util\n.HashMap<String, List<A>>\n(1) {}; new B() { }; }"
    assert [name for kind, name, _ in list_found(method) if kind is CREATION] == [
        "java.util.HashMap",
        "B",
    ]
