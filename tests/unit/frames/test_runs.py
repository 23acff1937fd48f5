from verifier.frames import run_frame

FACTS = {
    "refverify": "0.1.0",
    "checks": ["application", "tests"],
    "all_checks": False,
    "sandbox": "docker",
    "isolated": True,
    "instances": {"path": "../instances.jsonl", "sha256": "ab"},
    "bad_lines": ["left out: a:3", "left out: a:4"],
    "unknown_instances": 5,
}


def test_a_run_is_what_its_description_says() -> None:
    row = run_frame({"mine": FACTS}).iloc[0]

    assert (row["run"], row["checks"], row["sandbox"]) == ("mine", "application,tests", "docker")
    assert (row["all_checks"], row["isolated"]) == (False, True)
    assert (row["instances"], row["instances_sha256"]) == ("../instances.jsonl", "ab")
    assert (row["bad_lines"], row["unknown_instances"]) == (2, 5)


def test_what_the_description_lacks_or_says_otherwise_has_no_value() -> None:
    frame = run_frame({"bare": {}, "odd": {"isolated": "yes", "instances": 7, "bad_lines": {}}})

    assert frame["run"].tolist() == ["bare", "odd"]
    assert frame.drop(columns="run").isna().all(axis=None)


def test_no_runs_give_the_same_columns() -> None:
    assert run_frame({}).dtypes.to_dict() == run_frame({"mine": FACTS}).dtypes.to_dict()
