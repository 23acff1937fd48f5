"""The analysis JVM: a pool of worker processes, each with one JVM, killed at the deadline."""
