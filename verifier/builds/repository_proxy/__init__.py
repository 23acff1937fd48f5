"""A caching proxy for Maven and Gradle repositories: all that a preparation without a network can reach."""
