"""Runs, instances and verdicts as pandas DataFrames, one row a record.

Every column has a declared type that can say 'no value': `string`, `Int64`, `Float64`, `boolean`,
and a categorical with all members, in their declared order, for a closed set. A frame without
rows has the same columns and types. Importing this room loads pandas.
"""

from verifier.frames.checks import check_frame
from verifier.frames.instances import instance_frame
from verifier.frames.runs import run_frame
from verifier.frames.verdicts import verdict_frame

__all__ = ["check_frame", "instance_frame", "run_frame", "verdict_frame"]
