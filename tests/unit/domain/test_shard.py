"""Which shard a key belongs to."""

from collections import Counter

import pytest

from verifier.domain.shard import Shard, choose_shard


@pytest.mark.parametrize(
    ("key", "number"), [(("abc",), 5), (("gson", "1a2b"), 4), (("gson\n1a2b",), 4), (("",), 1)]
)
def test_the_shard_of_a_key_is_the_same_on_every_machine(key: tuple[str, ...], number: int) -> None:
    assert choose_shard(7, *key) == number


@pytest.mark.parametrize("count", [1, 2, 7])
def test_each_key_belongs_to_exactly_one_shard_and_the_shards_are_about_equal(count: int) -> None:
    shards = [Shard(index=index, count=count) for index in range(count)]
    held = Counter(str(s) for key in range(700) for s in shards if s.holds(str(key)))

    assert sum(held.values()) == 700
    assert min(held.values()) > 0.7 * 700 / count


def test_a_shard_is_written_as_the_option_has_it() -> None:
    assert str(Shard(index=2, count=7)) == "2/7"
