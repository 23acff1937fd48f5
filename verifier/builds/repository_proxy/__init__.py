"""A caching proxy for repositories of dependencies: the only way out of a preparation without a network."""
