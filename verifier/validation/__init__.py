"""Validation of mined instances: build and test both sides, measure coverage, judge the golden
refactoring.
"""
