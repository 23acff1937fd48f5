"""Residue: the edits of a candidate that no pure refactoring accounts for, found by comparing two
sides.
"""
