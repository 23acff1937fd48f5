"""Prepare a base commit once (online), then compile and test candidates offline in a sandbox."""
