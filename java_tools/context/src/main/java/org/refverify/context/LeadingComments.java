package org.refverify.context;

/**
 * The compiler lets a declaration begin with every comment before it; to a reader, only the
 * documentation comment belongs to it.
 */
final class LeadingComments {
  private LeadingComments() {}

  /** Where a declaration begins: its documentation comment, else its first word. */
  static int without(String text, int start) {
    int documentation = -1;
    int at = start;
    while (true) {
      at = blanks(text, at);
      if (text.startsWith("//", at)) {
        at = behind(text, "\n", at);
      } else if (text.startsWith("/*", at)) {
        documentation = text.startsWith("/**", at) ? at : documentation;
        at = behind(text, "*/", at + 2);
      } else {
        return documentation < 0 ? at : documentation;
      }
    }
  }

  private static int blanks(String text, int start) {
    int at = start;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int behind(String text, String end, int start) {
    int at = text.indexOf(end, start);
    return at < 0 ? text.length() : at + end.length();
  }
}
