package launch;

import java.lang.reflect.Field;
import java.util.Set;

/** Checks whether the keyword {@code assert} worked in classes whose tests passed. */
final class Assertions {
  /**
   * The field, named by javac, in which a class stores its assertion status when it is initialised.
   */
  private static final String FIELD = "$assertionsDisabled";

  private Assertions() {}

  /**
   * Writes an event for each class, or superclass of one, in which {@code assert} had no effect.
   */
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
      // The name is a display name of a class that the engine invented.
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
