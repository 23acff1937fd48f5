package org.refverify.prover.compare;

/**
 * A constant of a class file as text, with its type. Two constants have the same text only if they
 * are the same. No text of a constant is the beginning of another one: a string is quoted, and each
 * quote inside it is escaped. So texts that are built from such texts can be compared as a whole,
 * whatever the strings contain.
 */
final class ConstantText {
  private ConstantText() {}

  static String of(Object constant) {
    String type = constant.getClass().getSimpleName() + " ";
    return constant instanceof String text
        ? type + '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : type + constant;
  }
}
