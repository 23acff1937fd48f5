"""One run: it reads predictions and writes a ledger of verdicts.

Concurrency and the per-item guard are in this package.
"""
