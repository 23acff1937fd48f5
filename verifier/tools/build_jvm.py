"""Options of the JVM that runs Maven or Gradle itself."""

JVM_OPTIONS = "-XX:TieredStopAtLevel=1"
"""This JVM runs for seconds, and its second compiler would take half of the processor time.

Tests are not affected: they run in another JVM, unless the project does not fork one.
"""
