"""Campaigns of the differential fuzzer: two versions go in, a verdict with witnesses comes out."""
