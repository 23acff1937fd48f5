"""Campaigns of the differential fuzzer: they compare two versions and return a verdict with
witnesses.
"""
