"""The packages of what tests are written with."""

TEST_FRAMEWORKS = (
    "org.junit", "junit", "org.hamcrest", "org.mockito", "org.easymock", "org.powermock",
    "org.jmock", "org.testng", "org.assertj", "org.opentest4j", "com.google.common.truth",
    "org.spockframework",
)  # fmt: skip
"""With all packages below."""
