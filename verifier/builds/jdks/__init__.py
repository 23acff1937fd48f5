"""Choose the JDK of a base: from what its files declare, and from how a build failed."""
