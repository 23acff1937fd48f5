"""From what a model answered to a candidate tree: patches, raw answers, whole files."""
