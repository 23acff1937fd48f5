package org.refverify.context;

/**
 * For the compiler a declaration begins with all comments before it; for a reader only the
 * documentation comment belongs to it.
 */
final class LeadingComments {
  private LeadingComments() {}

  /** The start of a declaration: its documentation comment, or its first word without one. */
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
