"""Prepare a base commit once, with network access, or borrow a neighbour's preparation."""
