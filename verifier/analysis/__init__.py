"""The analysis JVM: a pool of worker processes with one JVM each, killed at the deadline."""
