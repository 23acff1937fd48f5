from tests.support.instances import make_mined
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.frames import instance_frame


def test_a_row_says_what_was_refactored() -> None:
    row = instance_frame([make_mined()]).iloc[0]

    assert (row["id"], row["type"], row["refactoring_class"]) == ("i1", "Extract Method", "atomic")
    assert (row["before_method"], row["after_partner"]) == ("p.A#f(int)", "p.A#g()")
    assert (row["purity"], row["purity_tier"], row["mapping_state"]) == ("pure", "strict", 1)
    assert (row["files"], row["others"]) == (1, 0)


def test_what_an_instance_lacks_has_no_value() -> None:
    impure = make_mined(purity=Purity(verdict=PurityVerdict.IMPURE))

    row = instance_frame([impure]).iloc[0]

    assert row[["before_partner", "purity_tier", "mapping_state"]].isna().all()


def test_types_sort_as_they_are_declared() -> None:
    frame = instance_frame([make_mined(type=RefactoringType.MOVE_METHOD), make_mined()])

    assert frame.sort_values("type")["type"].tolist() == ["Extract Method", "Move Method"]


def test_no_instances_give_the_same_columns() -> None:
    assert instance_frame([]).dtypes.to_dict() == instance_frame([make_mined()]).dtypes.to_dict()
