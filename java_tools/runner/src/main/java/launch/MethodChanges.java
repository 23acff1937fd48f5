package launch;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Methods whose visible form differs from the base: their names, and the classes that have them.
 *
 * <p>Only changes count that affect a source through a name or through inheritance. Other changes
 * affect sources without either: a new abstract method of an interface (through a lambda), a
 * constructor (written as the class's name) and methods that the language calls implicitly. They do
 * not count as such changes.
 */
final class MethodChanges {
  private static final Set<String> UNNAMED =
      new HashSet<>(Arrays.asList("<init>", "iterator", "hasNext", "next", "close"));

  final Set<String> names = new HashSet<>();
  final Set<String> classes = new HashSet<>();

  /**
   * Adds the differences between two versions of some classes, by class name.
   *
   * @return false if something other than such methods differs, or if a class contains something
   *     unknown
   */
  boolean add(Map<String, ClassFile> before, Map<String, ClassFile> after) {
    if (!before.keySet().equals(after.keySet())) {
      return false;
    }
    for (Map.Entry<String, ClassFile> each : before.entrySet()) {
      if (!add(each.getValue(), after.get(each.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private boolean add(ClassFile before, ClassFile after) {
    if (before.abi() == null || after.abi() == null || !before.frame().equals(after.frame())) {
      return false;
    }
    Set<String> found = new HashSet<>();
    for (String method : before.methods()) {
      if (!after.methods().contains(method)) {
        found.add(nameIn(method));
      }
    }
    for (String method : after.methods()) {
      if (!before.methods().contains(method)) {
        found.add(nameIn(method));
      }
    }
    if (found.isEmpty()) {
      return true;
    }
    names.addAll(found);
    classes.add(before.name());
    return !before.isInterface() && Collections.disjoint(found, UNNAMED);
  }

  private static String nameIn(String method) {
    return method.split(" ", 4)[2];
  }
}
