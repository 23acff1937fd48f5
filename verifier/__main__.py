"""`python -m verifier` is `refverify`."""

from verifier.cli.main import entry_point

entry_point()
