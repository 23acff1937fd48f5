"""One external program, one adapter; each turns what it reads into domain data at once."""
