"""Turn a model's answer into a candidate tree: patches, raw answers, whole files."""
