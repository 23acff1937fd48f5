"""The packages of test frameworks and assertion libraries."""

TEST_FRAMEWORKS = (
    "org.junit", "junit", "org.hamcrest", "org.mockito", "org.easymock", "org.powermock",
    "org.jmock", "org.testng", "org.assertj", "org.opentest4j", "com.google.common.truth",
    "org.spockframework",
)  # fmt: skip
"""Package names. Each one includes all packages below it."""
