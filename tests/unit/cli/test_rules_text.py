"""What `rules check` prints and ends with where a rule cannot even be read."""

import json

from verifier.cli.rules_text import check_exit_status, check_json, check_text
from verifier.domain.rules import RuleKind
from verifier.rules.registration import Refused
from verifier.rules.validity import Validity

VALID = Validity(rule="new", kind=RuleKind.ADDITIVE, base=0, golden=2)
REFUSED = Refused(name="a.b", reason="r.yml: rule 2: the id 'a.b' has a dot.")


def test_every_rule_has_a_line_whether_it_can_be_read_or_not() -> None:
    assert check_text([VALID], [REFUSED]).splitlines() == [
        "valid    new  additive   base     0  golden     2",
        "INVALID  a.b",
        "         r.yml: rule 2: the id 'a.b' has a dot.",
        "1 of 2 rules are valid",
    ]
    assert check_text([VALID]).splitlines()[-1] == "1 of 1 rule is valid"


def test_what_cannot_be_read_is_invalid_for_a_program_too() -> None:
    assert check_exit_status([VALID]) == 0
    assert check_exit_status([VALID], [REFUSED]) == 1
    said = json.loads(check_json([VALID], [REFUSED]))
    assert said["valid"] is False
    assert said["rules"][0].keys() == said["rules"][1].keys()
    assert said["rules"][1]["troubles"] == ["UNREADABLE"]
