"""A bound for YAML in flow style: PyYAML looks at every open bracket for each token."""

from typing import Any

from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError

MOST_LEVELS = 100
"""Most levels of brackets and braces. No workflow and no rule needs ten."""


class ShallowScanner(Reader, Scanner):
    """Put this before one of PyYAML's loaders: it refuses deep nesting in flow style with a YAMLError."""

    def fetch_flow_collection_start(self, TokenClass: Any) -> None:  # noqa: N803 - PyYAML's name
        """Refuse a bracket or a brace within too many others."""
        if self.flow_level >= MOST_LEVELS:
            said = f"nested too deeply: more than {MOST_LEVELS} levels"
            raise ScannerError(None, None, said, self.get_mark())
        super().fetch_flow_collection_start(TokenClass)
