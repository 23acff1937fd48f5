package org.refverify.prover.compare;

/**
 * A constant of a class file as text, with its type. Two constants have one text only if they are
 * the same, and no text of a constant goes on where another begins: a string stands in quotes, with
 * a mark before each quote that is its own. So what is made of such texts can be compared as a
 * whole, whatever the strings hold.
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
