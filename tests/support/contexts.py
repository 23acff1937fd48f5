"""A context made from the real dataclasses, for tests of its readers."""

from dataclasses import replace

from verifier.domain.context import (
    Bindings,
    CallContext,
    FieldContext,
    InstanceContext,
    MethodContext,
    MethodSurroundings,
    ProjectStructure,
    TypeContext,
)

METHOD = MethodContext(
    class_name="p.A",
    name="f",
    descriptor="(I)V",
    file="src/p/A.java",
    start_line=3,
    end_line=4,
    source="void f(int x) {\n}",
    source_left_out=0,
)
CALLER = CallContext(
    class_name="p.B",
    name="use",
    descriptor="()V",
    file="src/p/B.java",
    start_line=2,
    end_line=2,
    source="void use() { a.f(1",
    source_left_out=4,
    lines=(2,),
    through="p.Shape",
)
LIBRARY = TypeContext(name="java.lang.Runnable", file=None)
SURROUNDINGS = MethodSurroundings(
    method=METHOD,
    parameters=(),
    returns=TypeContext(name="void", file=None),
    declared_exceptions=(),
    thrown=(),
    caught=(),
    callers=(CALLER,),
    callees=(),
    overridden=(replace(METHOD, class_name="java.lang.Runnable", file=None, start_line=None),),
    overriding=(),
    fields_read=(),
    fields_written=(
        FieldContext(class_name="p.A", name="x", type="int", file="src/p/A.java", lines=(3, 4)),
    ),
    supertypes=(LIBRARY,),
    subtypes=(TypeContext(name="p.C", file="src/p/C.java"),),
    left_out={"callers": 7},
)
CONTEXT = InstanceContext(
    bindings=Bindings.SOURCES,
    names_asked=40,
    names_unresolved=1,
    unresolved_share=0.025,
    files_read=2,
    files_not_read=3,
    unparsed=("src/p/B.java",),
    methods=(SURROUNDINGS,),
    missing=("p.A#g()",),
    structure=ProjectStructure(
        files=5, folders={"": ("Main.java",), "src/p": ("A.java", "B.java")}, left_out=2
    ),
)
