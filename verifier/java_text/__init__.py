"""Java source as text, without a JVM: tokens, brackets, names, outlines, members, encodings."""
