"""Java source as text: tokens, brackets, names, outline, members, encodings; no JVM is needed here."""
