"""One run: predictions in, a ledger of verdicts out; concurrency and the per-item guard live here."""
