package launch;

import java.lang.reflect.Field;
import java.util.Set;

/** Whether the keyword {@code assert} worked in classes whose tests passed. */
final class Assertions {
  /**
   * What javac calls the field in which a class keeps its answer, taken when it was initialised.
   */
  private static final String FIELD = "$assertionsDisabled";

  private Assertions() {}

  /** Writes an event for each class, or superclass of one, in which the keyword was silent. */
  static void report(Set<String> names, Events events) {
    for (String name : names) {
      Class<?> type = find(name);
      while (type != null && type.getClassLoader() != null) {
        if (areSilent(type)) {
          events.write("event", "silent", "class", type.getName());
        }
        type = type.getSuperclass();
      }
    }
  }

  private static Class<?> find(String name) {
    try {
      return Class.forName(name, false, Assertions.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // A display name, of a class that the engine made up.
      return null;
    }
  }

  static boolean areSilent(Class<?> type) {
    try {
      Field field = type.getDeclaredField(FIELD);
      field.setAccessible(true);
      return field.getBoolean(null);
    } catch (NoSuchFieldException | LinkageError e) {
      return false;
    } catch (IllegalAccessException | RuntimeException e) {
      return true;
    }
  }
}
