"""Sizes in text: read `20G`, and write `20.0 GiB`."""

import re
from collections.abc import Mapping

MIB, GIB = 1024**2, 1024**3
SIZE_UNITS: Mapping[str, int] = {"K": 1024, "M": MIB, "G": GIB, "T": 1024**4}
_NUMBER = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)([A-Za-z])")


def parse_quantity(text: str, units: Mapping[str, int]) -> float | None:
    """Parse a number with a unit behind it; None if the text is not one."""
    match = _NUMBER.fullmatch(text)
    if match is None or match[2] not in units:
        return None
    return float(match[1]) * units[match[2]]


def format_size(number: int) -> str:
    """Write a number of bytes in MiB, or in GiB from one GiB on."""
    if abs(number) >= GIB:
        return f"{number / GIB:,.1f} GiB"
    return f"{number / MIB:,.1f} MiB"
