package org.refverify.fuzzer.compare;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Objects of the JDK: by meaning if it is known, otherwise by fields, otherwise by class name only.
 */
final class JdkForms {
  /** Fields about the history of an object (counters, caches, locks), not its content. */
  private static final Set<String> SKIPPED =
      new HashSet<String>(
          Arrays.asList("modCount", "expectedModCount", "hash", "hashCode", "lock", "cleaner"));

  /** The fields of the JDK's wrappers that contain the wrapped object. */
  private static final Set<String> WRAPPED =
      new HashSet<String>(Arrays.asList("c", "list", "s", "ss", "ns", "m", "sm", "nm"));

  private static final String[] TRANSPARENT = {"java.util.", "java.text.", "java.io."};

  /** Written only by name: their fields differ between JDKs, between runs, or by timing. */
  private static final String[] OPAQUE = {
    "java.util.stream.",
    "java.util.concurrent.",
    "java.util.logging.",
    "java.util.zip.",
    "java.util.jar.",
    "java.util.ServiceLoader",
    "java.util.ResourceBundle",
    "java.util.Timer",
    "java.util.Scanner",
    "java.util.AbstractMap$",
    "java.util.Formatter",
    "java.io.File",
    "java.io.PrintStream",
    "java.io.Console",
    "java.io.ObjectStream",
    "java.io.RandomAccessFile"
  };

  private JdkForms() {}

  static Form of(Class<?> type) {
    String name = type.getName();
    if (name.startsWith("java.util.Collections$")) {
      Form backing = backing(type);
      if (backing != null) {
        return backing;
      }
    }
    Form meaning = Meanings.of(type);
    if (meaning != null) {
      return meaning;
    }
    // Messages are a separate channel, and the stack trace belongs to the run.
    if (Throwable.class.isAssignableFrom(type)) {
      return new ObjectForm(Word.of(name), new ArrayList<FieldReader>(), null);
    }
    Form container = isViewOfSubject(name) ? null : ContainerForms.of(type);
    if (container != null) {
      return container;
    }
    if (type == Object.class || startsWith(name, TRANSPARENT) && !startsWith(name, OPAQUE)) {
      return byFields(type);
    }
    Word opaque = Word.of("<" + visibleName(type) + ">");
    return (value, walk) -> walk.sink.word(opaque);
  }

  /**
   * The content that a subject's class inherits from a container of the JDK; null if it inherits
   * none.
   */
  static Form inherited(Class<?> subject) {
    Class<?> above = subject;
    while (!Forms.isOfJdk(above)) {
      above = above.getSuperclass();
    }
    boolean container =
        Collection.class.isAssignableFrom(above) || Map.class.isAssignableFrom(above);
    if (!container || Modifier.isAbstract(above.getModifiers())) {
      return null;
    }
    String reader = Map.class.isAssignableFrom(above) ? "entrySet" : "iterator";
    try {
      // An overridden reader is code of the subject, which an observation never runs.
      Method method = subject.getMethod(reader);
      return Forms.isOfJdk(method.getDeclaringClass()) ? ContainerForms.content(above) : null;
    } catch (NoSuchMethodException | LinkageError unreadable) {
      return null;
    }
  }

  /** Whether the class is a view that calls its collection when it is read. */
  private static boolean isViewOfSubject(String name) {
    return name.startsWith("java.util.AbstractMap$")
        && !name.startsWith("java.util.AbstractMap$Simple")
        && !name.equals("java.util.AbstractMap$1")
        && !name.equals("java.util.AbstractMap$2");
  }

  /**
   * The form of the wrapped object, which also represents its wrapper; null for a class that wraps
   * nothing.
   */
  private static Form backing(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        Class<?> held = field.getType();
        boolean wraps =
            (Collection.class.isAssignableFrom(held) || Map.class.isAssignableFrom(held))
                && !Modifier.isStatic(field.getModifiers())
                && WRAPPED.contains(field.getName());
        if (wraps && FieldReader.open(field)) {
          FieldReader reader = new FieldReader(ContainerForms.LIST, field);
          return reader::write;
        }
      }
    }
    return null;
  }

  private static Form byFields(Class<?> type) {
    Map<String, FieldReader> readers = new TreeMap<String, FieldReader>();
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers) && !isCache(field.getName()) && FieldReader.open(field)) {
          readers.put(at.getName() + field.getName(), reader(field));
        }
      }
    }
    return new ObjectForm(
        Word.of(visibleName(type)), new ArrayList<FieldReader>(readers.values()), null);
  }

  private static FieldReader reader(Field field) {
    return new FieldReader(Word.of(field.getName()), field);
  }

  private static boolean isCache(String field) {
    return SKIPPED.contains(field) || field.toLowerCase(java.util.Locale.ROOT).contains("cache");
  }

  /** The name of a public class, or of its nearest public supertype. */
  static String visibleName(Class<?> type) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (isVisible(at)) {
        return at.getName();
      }
      for (Class<?> implemented : at.getInterfaces()) {
        if (isVisible(implemented) && implemented.getMethods().length > 0) {
          return implemented.getName();
        }
      }
    }
    return type.getName();
  }

  private static boolean isVisible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers()) && type.getName().startsWith("java");
  }

  private static boolean startsWith(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
