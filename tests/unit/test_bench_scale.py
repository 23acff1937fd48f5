"""The simulation of a large job: its figures in the documentation are those that it computes."""

from bench.scale import RESULTS, draw, make_table, read_projects, simulate

PAGE = RESULTS.read_text(encoding="utf-8")
SCALE = RESULTS.with_name("scale.md").read_text(encoding="utf-8")


def test_the_table_of_the_page_is_the_simulation() -> None:
    assert make_table(PAGE) in SCALE


def test_the_validation_of_the_page_is_the_mean_of_what_was_measured() -> None:
    known = [p.per_instance for p in read_projects(PAGE) if p.per_instance is not None]
    mean = sum(known) / len(known)

    assert f"{mean:.1f} seconds per instance, the mean of four projects" in SCALE
    assert len(known) == 4
    assert f"are {20_000 * mean / 3600:.0f} machine hours" in SCALE


def test_every_project_of_the_results_is_read() -> None:
    projects = read_projects(PAGE)

    assert len(projects) == 8
    assert max(projects, key=lambda p: p.mining).name == "javaparser"
    assert round(max(p.mining for p in projects) / 60) == 50


def test_no_division_is_better_than_an_even_one_and_one_machine_does_all() -> None:
    units = draw(read_projects(PAGE), 100)
    one, ten = simulate(units, 1), simulate(units, 10)

    assert one.shards_by_hash == one.evenly_divided == sum(units) / 3600
    assert ten.evenly_divided <= ten.longest_first <= ten.shards_by_hash
