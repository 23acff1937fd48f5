"""Projects that Gradle builds: preparation, and the project's own build as a strategy."""
