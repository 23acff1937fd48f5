"""How the JVM that Maven or Gradle itself runs in is started."""

JVM_OPTIONS = "-XX:TieredStopAtLevel=1"
"""It lives for seconds, in which its second compiler costs half of the processor time.

Tests are not slowed by it: they run in another JVM, unless the project forks none.
"""
