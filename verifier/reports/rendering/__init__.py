"""One format, one module; each turns a report into text."""
