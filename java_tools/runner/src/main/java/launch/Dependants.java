package launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the sources of a set that javac may compile differently after a change of methods: those
 * that contain one of the methods' names, and those with a class that inherits from a changed one.
 *
 * <p>A call, a reference, an import or an overriding method contains the name. A class that
 * inherits the method need not: it may get a bridge, or lack an implementation of what became
 * abstract. But it contains the simple name of its superclass, so only the classes of such sources
 * are checked.
 */
final class Dependants {
  private static final String NO_PROCESSOR = "-proc:none";

  /** A file with annotations and without methods. */
  private static final String PACKAGE = "package-info.java";

  /** Replaces the text of a source that may spell a name differently. */
  private static final String OPAQUE = "";

  private final SourceSet set;
  private final Map<File, String> texts = new HashMap<>();
  private final Map<String, List<File>> ofBase = new HashMap<>();
  private final Map<File, String> topLevel = new HashMap<>();
  private final Set<String> astray = new HashSet<>();

  Dependants(SourceSet set) {
    this.set = set;
  }

  /**
   * The sources, except those that changed themselves. Their subclasses are added to the classes of
   * the changes.
   *
   * @return null if a source is not named after its class, or if a processor may write names
   */
  Set<File> of(MethodChanges changes) throws IOException {
    Set<File> found = new LinkedHashSet<>();
    if (changes.names.isEmpty()) {
      return found;
    }
    if (!set.options.contains(NO_PROCESSOR)) {
      return null;
    }
    if (ofBase.isEmpty()) {
      readBase();
    }
    for (int before = 0; before < changes.classes.size(); ) {
      before = changes.classes.size();
      Set<String> written = simpleNames(changes.classes);
      for (File each : set.sources) {
        List<File> classes = ofBase.get(topLevel.get(each));
        if (classes != null && writes(each, written) && addSubclasses(classes, changes)) {
          found.add(each);
        }
      }
      for (String each : astray) {
        if (addSubclasses(ofBase.get(each), changes)) {
          return null;
        }
      }
    }
    for (File each : set.sources) {
      if (!each.getName().equals(PACKAGE) && writes(each, changes.names)) {
        found.add(each);
      }
    }
    set.changed.forEach(found::remove);
    return topLevel(found).contains(null) ? null : found;
  }

  /** The top-level classes that give some sources their names, as paths without suffix. */
  Set<String> topLevel(Set<File> sources) {
    Set<String> found = new HashSet<>();
    for (File each : sources) {
      found.add(topLevel.get(each));
    }
    return found;
  }

  private void readBase() {
    for (File each : Abi.classes(set.base)) {
      ofBase.computeIfAbsent(Abi.topLevel(set.base, each), name -> new ArrayList<>()).add(each);
    }
    astray.addAll(ofBase.keySet());
    for (File each : set.sources) {
      String found = longestIn(ofBase.keySet(), each);
      topLevel.put(each, found);
      astray.remove(found);
    }
  }

  /** The longest class name with which a source's path ends; null if there is none. */
  private static String longestIn(Set<String> classes, File source) {
    String path = source.getPath().replace('\\', '/');
    String rest = path.substring(0, Math.max(path.lastIndexOf(".java"), 0));
    while (!classes.contains(rest)) {
      int slash = rest.indexOf('/');
      if (slash < 0) {
        return null;
      }
      rest = rest.substring(slash + 1);
    }
    return rest;
  }

  /** Adds subclasses to the changed classes; returns whether there were any. */
  private static boolean addSubclasses(List<File> classes, MethodChanges changes)
      throws IOException {
    boolean found = false;
    for (File each : classes) {
      ClassFile read = Abi.read(each);
      if (changes.classes.contains(read.superclass())) {
        changes.classes.add(read.name());
        found = true;
      }
    }
    return found;
  }

  /**
   * The names as sources write them. A dollar sign may precede a nested class or belong to a name.
   */
  private static Set<String> simpleNames(Collection<String> classes) {
    Set<String> found = new HashSet<>();
    for (String each : classes) {
      for (int start = each.lastIndexOf('/'); start >= -1; ) {
        found.add(each.substring(start + 1));
        int dollar = each.indexOf('$', start + 1);
        start = dollar < 0 ? -2 : dollar;
      }
    }
    return found;
  }

  private boolean writes(File source, Set<String> names) throws IOException {
    String text = texts.get(source);
    if (text == null) {
      text = new String(Files.readAllBytes(source.toPath()), set.encoding);
      text = isOpaque(text) ? OPAQUE : text;
      texts.put(source, text);
    }
    if (text.equals(OPAQUE)) {
      return true;
    }
    for (String name : names) {
      for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        if (!isPart(text, at - 1) && !isPart(text, at + name.length())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isPart(String text, int at) {
    return at >= 0 && at < text.length() && Character.isJavaIdentifierPart(text.charAt(at));
  }

  /** Whether a text may write a name with an escape, or with a character that javac ignores. */
  private static boolean isOpaque(String text) {
    return text.contains("\\u") || text.chars().anyMatch(Character::isIdentifierIgnorable);
  }
}
