"""Speed of mining and of verification, beside what they replace, measured in the same run."""
