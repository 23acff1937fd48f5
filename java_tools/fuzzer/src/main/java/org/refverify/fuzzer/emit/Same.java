package org.refverify.fuzzer.emit;

import org.objectweb.asm.Type;

/**
 * The object of the input that a call returns. Values whose identity does not count (numbers,
 * texts, classes) are omitted.
 */
final class Same {
  /** The name of the observable. */
  static final String NAME = "same";

  private static final String NONE = "none";
  private static final String RECEIVER = "receiver";
  private static final String NOT = "not ";

  private Same() {}

  /** Whether the identity of objects of this type counts. */
  static boolean counts(Type type) {
    boolean plain =
        type.getSort() == Type.OBJECT
            && type.getClassName().startsWith("java.lang.")
            && !type.getClassName().equals("java.lang.Object");
    return type.getSort() >= Type.ARRAY && !plain;
  }

  /** An expression for a probe: {@code receiver}, the number of an argument, or {@code none}. */
  static String expression(Body body, Type[] types) {
    StringBuilder text = new StringBuilder("result == null ? ").append(quoted(NONE));
    if (body.receiver != null) {
      text.append(" : result == (Object) ").append(body.receiver);
      text.append(" ? ").append(quoted(RECEIVER));
    }
    for (int i = 0; i < types.length; i++) {
      if (counts(types[i])) {
        text.append(" : result == (Object) ").append(body.arguments.get(i));
        text.append(" ? ").append(quoted(Integer.toString(i + 1)));
      }
    }
    return text.append(" : ").append(quoted(NONE)).toString();
  }

  /** What the old version's result is; if it is no object of the input, what it is not. */
  static String expected(String old, String fresh) {
    return old.equals(NONE) ? NOT + fresh : old;
  }

  /** The index of the named argument; -1 for the receiver. */
  static int argument(String expected) {
    String object = expected.substring(expected.startsWith(NOT) ? NOT.length() : 0);
    return object.equals(RECEIVER) ? -1 : Integer.parseInt(object) - 1;
  }

  /** The assertion of the expected object. */
  static String assertion(Body body, String expected) {
    int argument = argument(expected);
    String object = argument < 0 ? body.receiver : body.arguments.get(argument);
    String word = expected.startsWith(NOT) ? "assertNotSame(" : "assertSame(";
    return word + object + ", result);";
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
