package org.refverify.fuzzer.compare;

import java.lang.reflect.Method;

/**
 * The form of exceptions: their class and own fields count fully, their message and causes are
 * weak.
 */
final class Throwables {
  /** The greatest number of causes to follow, because they may form a cycle. */
  private static final int CAUSES = 10;

  private static final Word CAUSE = Word.of("cause");

  private Throwables() {}

  static Form thrown(Forms forms) {
    return (value, walk) -> forms.of(value.getClass()).write(value, walk);
  }

  static Form messages(GraphNames shape) {
    return (value, walk) -> {
      Throwable at = (Throwable) value;
      for (int i = 0; at != null && i < CAUSES; i++) {
        if (i > 0) {
          walk.sink.next(false);
          walk.sink.key(CAUSE);
        }
        walk.sink.word(Word.of(shape.name(at.getClass().getName())));
        // An overridden getter is code of the subject, which an observation never runs.
        String message = isOfJdk(at, "getMessage") ? at.getMessage() : null;
        if (message != null) {
          walk.sink.string(message);
        }
        at = isOfJdk(at, "getCause") ? at.getCause() : null;
      }
    };
  }

  private static boolean isOfJdk(Throwable thrown, String getter) {
    try {
      Method method = thrown.getClass().getMethod(getter);
      return Forms.isOfJdk(method.getDeclaringClass());
    } catch (NoSuchMethodException | LinkageError unreadable) {
      return false;
    }
  }
}
