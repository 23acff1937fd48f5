"""The closed list of policy rules: allowed paths, modes, constructs and test edits."""
