"""Mutants load, are spread over kinds and lines, and are the same at every call."""

from pathlib import Path

import pytest

from tests.support.fuzzer_driver import Driver
from verifier.tools.jdk import Jdk

SOURCE = """package p;
public class Account {
  private long balance;
  public long pay(long amount, long fee) {
    if (amount < fee) {
      return -1;
    }
    check(amount, fee);
    balance = balance + amount;
    return balance;
  }
  private static void check(long amount, long fee) {
    if (fee < 0) {
      throw new IllegalArgumentException("fee");
    }
  }
  public boolean isFor(Account other) {
    return equals(other) && min(this, other) == this;
  }
  static Account min(Account a, Account b) {
    return a.balance < b.balance ? a : b;
  }
}
"""


UNSEEN = """package p;
public class Unseen {
  private int count;
  private boolean open = true;
  public String join(String a, java.io.Reader in) throws java.io.IOException {
    java.util.Objects.requireNonNull(a, "a");
    StringBuilder text = new StringBuilder(a.length() + 16);
    check(a);
    step();
    set(a);
    try (java.io.Reader closed = in) {
      text.append(a);
    }
    return text.toString();
  }
  private void check(String a) {
    if (a.isEmpty()) {
      throw new IllegalArgumentException();
    }
  }
  private void step() {
    count++;
  }
  private void set(String a) {
    open = a == null;
  }
  public boolean either(Object a, Object b) {
    return a != null | b != null;
  }
  public Object none() {
    return null;
  }
  public float notANumber() {
    return Float.NaN;
  }
  public int shifted(int n) {
    return n >> 0;
  }
}
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory, jdk: Jdk) -> Driver:
    return Driver.build(jdk, tmp_path_factory.mktemp("driver"))


@pytest.fixture(scope="module")
def classes(driver: Driver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return driver.compile(tmp_path_factory.mktemp("mutants"), SOURCE)


@pytest.fixture(scope="module")
def thirty(driver: Driver, classes: Path) -> list[str]:
    return driver("mutants", classes, "30")


def test_thirty_mutants_load_and_verify(thirty: list[str]) -> None:
    assert len(thirty) == 30
    assert len({line.split()[0] for line in thirty}) == 10


@pytest.mark.parametrize(
    "mutant",
    [
        "ARITHMETIC Account.java:9 in pay: + became -",
        "BOUNDARY Account.java:5 in pay: the condition's boundary moved",
        "CONDITION Account.java:5 in pay: the condition was negated",
        "REMOVED_CALL Account.java:8 in pay: the call of check was left out",
        "REMOVED_CALL Account.java:9 in pay: the store to balance was left out",
        "SWAPPED_ARGUMENTS Account.java:8 in pay: arguments 1 and 2 of check traded places",
        "STALE_LOCAL Account.java:5 in pay: variable amount became fee",
        "LOST_RETURN Account.java:6 in pay: an early return was lost",
        "RECEIVER_MIX_UP Account.java:18 in isFor: variable this became other",
    ],
)
def test_a_mutant_is_described_by_place_and_change(thirty: list[str], mutant: str) -> None:
    assert mutant in thirty


def test_few_mutants_are_of_as_many_kinds(driver: Driver, classes: Path) -> None:
    few = driver("mutants", classes, "8")
    assert len({line.split()[0] for line in few}) == 8


def test_the_choice_is_the_same_at_every_call(
    driver: Driver, classes: Path, thirty: list[str]
) -> None:
    assert driver("mutants", classes, "30") == thirty


@pytest.fixture(scope="module")
def unseen(driver: Driver, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    classes = driver.compile(tmp_path_factory.mktemp("unseen"), UNSEEN)
    return [line.replace(" Unseen.java", "") for line in driver("mutants", classes, "1000")]


@pytest.mark.parametrize(
    "unnoticeable",
    [
        ":7 in join",  # room in a buffer
        "addSuppressed",  # what the compiler makes of try (…)
        ":31 in none",  # null for null
        ":34 in notANumber: another value",  # NaN and one
        ":37 in shifted: >>",  # by nothing
        "1 became 2",  # true is true
        "set was done twice",
        "requireNonNull was done twice",
        "check was done twice",
    ],
)
def test_what_nobody_could_notice_is_no_mutant(unseen: list[str], unnoticeable: str) -> None:
    assert not [line for line in unseen if unnoticeable in line]


@pytest.mark.parametrize(
    "mutant",
    [
        "DUPLICATED_EFFECT:9 in join: the call of step was done twice",
        "REMOVED_CALL:6 in join: the call of requireNonNull was left out",
        "REMOVED_CALL:8 in join: the call of check was left out",
        "CONSTANT:4 in <init>: true became false",
    ],
)
def test_what_can_be_noticed_beside_it_is_one(unseen: list[str], mutant: str) -> None:
    assert mutant in unseen
