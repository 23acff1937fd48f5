package org.refverify.fuzzer.entry;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The renames and moves of a refactoring, old to new; empty if none are known. */
public final class Renames {
  /** Nothing was renamed. */
  public static final Renames NONE =
      new Renames(
          Collections.<String, String>emptyMap(), Collections.<MethodName, MethodName>emptyMap());

  /** Binary names of classes, old to new. */
  public final Map<String, String> classes;

  /** Methods, old to new; each name uses only its own version's names. */
  public final Map<MethodName, MethodName> methods;

  /** Copies both maps. */
  public Renames(Map<String, String> classes, Map<MethodName, MethodName> methods) {
    this.classes = Collections.unmodifiableMap(new TreeMap<String, String>(classes));
    this.methods = Collections.unmodifiableMap(new TreeMap<MethodName, MethodName>(methods));
  }

  /** The new binary name of an old class; unchanged if it was not renamed. */
  public String className(String old) {
    String exact = classes.get(old);
    if (exact != null) {
      return exact;
    }
    int inner = old.lastIndexOf('$');
    return inner <= 0 ? old : className(old.substring(0, inner)) + old.substring(inner);
  }

  /** A descriptor, or that of an internal name, with new class names. */
  public String descriptor(String old) {
    if (classes.isEmpty()) {
      return old;
    }
    StringBuilder text = new StringBuilder(old.length());
    int at = 0;
    while (at < old.length()) {
      char c = old.charAt(at++);
      text.append(c);
      if (c == 'L') {
        int end = old.indexOf(';', at);
        text.append(internalName(old.substring(at, end)));
        at = end;
      }
    }
    return text.toString();
  }

  /** An internal name ({@code pkg/Outer$Inner}) with new class names. */
  public String internalName(String old) {
    return className(old.replace('/', '.')).replace('.', '/');
  }

  /**
   * The new name of an old method, by an explicit rename or by the renames of its class and types.
   */
  public MethodName method(MethodName old) {
    MethodName exact = methods.get(old);
    return exact != null
        ? exact
        : new MethodName(className(old.owner), old.name, descriptor(old.descriptor));
  }

  /** The renames from new to old. */
  public Renames inverse() {
    Map<String, String> backClasses = new TreeMap<String, String>();
    for (Map.Entry<String, String> rename : classes.entrySet()) {
      backClasses.put(rename.getValue(), rename.getKey());
    }
    Map<MethodName, MethodName> backMethods = new TreeMap<MethodName, MethodName>();
    for (Map.Entry<MethodName, MethodName> rename : methods.entrySet()) {
      backMethods.put(rename.getValue(), rename.getKey());
    }
    return new Renames(backClasses, backMethods);
  }
}
