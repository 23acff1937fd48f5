"""Judge changes, and record the verdicts on predictions in a ledger.

`change` is what is judged, and `judgement` runs the checks on it: the one way in. Concurrency and
the per-item guard are in this package.
"""
