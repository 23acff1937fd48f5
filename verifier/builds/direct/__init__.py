"""Our own compiler and our own test launcher, independent of the build tool."""
