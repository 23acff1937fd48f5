"""One run: predictions in, ledger of verdicts out."""
