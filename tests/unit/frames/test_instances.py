from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.domain.outcome import Reason
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Step
from verifier.frames import instance_frame
from verifier.publishing.duplicates import Marks
from verifier.publishing.licences import Licence
from verifier.publishing.rows import COLUMNS as PUBLISHED
from verifier.publishing.rows import Row, Texts


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


def test_a_frame_and_a_published_row_have_the_same_columns() -> None:
    lost = validation(Step.COVERED, Reason.NOT_COVERED)
    validated = make_mined(build=lost.build, coverage=lost.coverage, golden=lost.golden)
    row = Row(
        instance=validated, licence=Licence(id="MIT", files=()), marks=Marks(), texts=Texts.WITHHELD
    )

    frame = instance_frame([validated])

    cells = frame.astype(object).where(frame.notna(), None).iloc[0].to_dict()
    published = {column.name: column.value(row) for column in PUBLISHED}
    assert cells == {name: published[name] for name in cells}
    assert cells["covered"] == "inconclusive: NOT_COVERED"
    assert sorted(published.keys() - cells) == [
        "class_after", "class_before", "duplicate_of", "licence", "method_after", "method_before",
        "near_duplicate_of", "partner_after", "partner_before", "patch", "record", "texts",
    ]  # fmt: skip


def test_types_sort_as_they_are_declared() -> None:
    frame = instance_frame([make_mined(type=RefactoringType.MOVE_METHOD), make_mined()])

    assert frame.sort_values("type")["type"].tolist() == ["Extract Method", "Move Method"]


def test_no_instances_give_the_same_columns() -> None:
    assert instance_frame([]).dtypes.to_dict() == instance_frame([make_mined()]).dtypes.to_dict()
