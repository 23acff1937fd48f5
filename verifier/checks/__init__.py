"""One check, one file, one page under docs/checks; `ALL_CHECKS` lists them in order of cost."""
