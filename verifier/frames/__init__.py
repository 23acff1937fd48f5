"""Runs, instances and verdicts as pandas DataFrames, one row per record.

Every column has a declared type that supports missing values: `string`, `Int64`, `Float64`,
`boolean`, or, for a closed set, a categorical with all members in their declared order. A frame
without rows has the same columns and types. Importing this package loads pandas.
"""

from verifier.frames.checks import check_frame
from verifier.frames.instances import instance_frame
from verifier.frames.runs import run_frame
from verifier.frames.verdicts import verdict_frame

__all__ = ["check_frame", "instance_frame", "run_frame", "verdict_frame"]
