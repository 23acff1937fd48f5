"""OpenGrep and Semgrep: find the engine, run a scan, parse its output."""
