"""Samples are found, compared by what is equal in every run, and written again."""

import pytest

from tests.support.samples import Sample, samples, with_output

PAGE = """\
Words.

```
$ a --b \\
    c
one   0.7 s
...
two
$ d > e
```

```
$ f
```

```
not a sample
```
"""


def test_samples_are_what_stands_below_a_prompt() -> None:
    assert samples(PAGE) == [
        Sample(command="a --b \\\n    c", lines=("one   0.7 s", "...", "two")),
        Sample(command="d > e", lines=()),
        Sample(command="f", lines=()),
    ]


@pytest.mark.parametrize(
    ("output", "difference"),
    [
        ("one   0.7 s\ntwo\n", ""),
        ("one   12.0 s\nx\ny\ntwo\n", ""),
        ("one   0.7 m\ntwo\n", "one   0.7 s"),
        ("x\none   0.7 s\ntwo\n", "one   0.7 s"),
        ("one   0.7 s\nx\n", "two"),
        ("one   0.7 s\ntwo\nthree\n", "(not in the sample) three"),
    ],
)
def test_the_first_difference_is_told(output: str, difference: str) -> None:
    assert samples(PAGE)[0].differs(output) == difference


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("git version 2.39.5 at /usr/bin/git", "git version 2.40 at /opt/x/git"),
        ("JDK 17.0.15 at /usr/lib/jvm/a", "JDK 21.0.2 at ~/jdks/b"),
        ("JDK 17 at /usr/lib/jvm/a", "JDK 17 at /usr/lib/jvm/b"),
        ("JDK 17.0.15 at /usr/lib/jvm/a", "JDK 21.0.2 at ~/jdks/b, JDK 8.0.1 at /c/d"),
        ("all limits hold (tried just now)", "all limits hold (tried 2 hours ago)"),
    ],
)
def test_versions_and_places_do_not_count(said: str, printed: str) -> None:
    assert Sample(command="x", lines=(said,)).differs(printed) == ""


def test_a_command_without_lines_says_nothing_of_its_output() -> None:
    assert Sample(command="x", lines=()).differs("one\n") == ""


def test_what_was_left_out_stays_left_out_where_the_rest_still_fits() -> None:
    sample = samples(PAGE)[0]

    assert sample.renew("one   12.0 s\nx\ntwo\n") == ("one   12.0 s", "...", "two")
    assert sample.renew("one\nx\n") == ("one", "x")


def test_a_page_gets_other_lines_below_one_command_alone() -> None:
    sample = samples(PAGE)[0]

    page = with_output(PAGE, sample, ("three",))

    assert samples(page)[0].lines == ("three",)
    assert page.replace("three\n", "one   0.7 s\n...\ntwo\n") == PAGE
