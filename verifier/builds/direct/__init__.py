"""Our own compiler and our own test launcher, for trees that any build tool described."""
