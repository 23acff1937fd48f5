"""The known file: if it can be fetched, repositories answer, and what they lack is really missing."""

KNOWN_GROUP, KNOWN_NAME, KNOWN_VERSION = "org.junit", "junit-bom", "5.9.1"
"""A small pom of Maven Central without a parent, which its mirrors have too."""
KNOWN_SHA256 = "b163c1cfc8fc1fd58b457a00d586c04c46e986d75904e9ca54c03a97d65b496c"
KNOWN_FOLDER = f"/{KNOWN_GROUP.replace('.', '/')}/{KNOWN_NAME}/{KNOWN_VERSION}/"
"""Its folder in a repository."""
