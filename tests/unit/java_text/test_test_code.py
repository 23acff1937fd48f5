"""What a test is, is said once: for what runs, and for what an edit may have weakened."""

import pytest

from verifier.java_text.test_code import declares_tests, is_of_a_test


@pytest.mark.parametrize(
    "source",
    [
        "class A { @Test void f() {} }",
        "class A { @ParameterizedTest void f(int n) {} }",
        "class A { @RepeatedTest(3) void f() {} }",
        "class A { @TestFactory Stream<X> f() {} }",
        "class A { @org.junit.Test public void f() {} }",
        "class A extends TestCase { public void testF() {} }",
    ],
)
def test_a_source_with_tests_is_told(source: str) -> None:
    assert declares_tests(source)


@pytest.mark.parametrize(
    "source",
    [
        "class A { Test made() { return null; } }",
        '/** extends TestCase, has @Test. */ class A { String s = "@Test"; }',
        "class A extends TestCaseBase {}",
    ],
)
def test_words_and_comments_of_tests_are_none(source: str) -> None:
    assert not declares_tests(source)


@pytest.mark.parametrize(
    "word",
    ["assertEquals", "fail", "verify", "expectThrows", "testAdds", "test_adds", "Test",
     "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Before", "AfterEach",
     "BeforeClass"],
)  # fmt: skip
def test_words_that_make_code_a_test(word: str) -> None:
    assert is_of_a_test(["int", word])


@pytest.mark.parametrize("word", ["testing", "Testing", "Beforehand", "contest", "failed"])
def test_words_that_only_look_alike(word: str) -> None:
    assert not is_of_a_test([word])
