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
 * The sources of a set that javac may understand otherwise since methods changed: those that write
 * one of their names, and those with a class that inherits from one that has them.
 *
 * <p>A call, a reference, an import or an overriding method writes the name. A class that inherits
 * need not: it may get a bridge, or lack what became abstract. It writes the simple name of its
 * superclass, though, so only the classes of such sources are looked at.
 */
final class Dependants {
  private static final String NO_PROCESSOR = "-proc:none";

  /** It has annotations and no methods. */
  private static final String PACKAGE = "package-info.java";

  /** In place of the text of a source in which a name need not stand letter by letter. */
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
   * The sources, without those that are changed themselves. Their subclasses are added to the
   * classes of the changes.
   *
   * @return null where one of them is not named after its class, or a processor may write names
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

  /** The top-level classes after which some sources are named, as paths without suffix. */
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

  /** The class that a source's path ends with, the longest of some; null where there is none. */
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

  /** Whether there are subclasses among some classes; they count as changed from here on. */
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

  /** As sources write them; a dollar sign may stand before a nested class, or belong to a name. */
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

  /** Whether it may write a name with an escape, or with a character that javac passes over. */
  private static boolean isOpaque(String text) {
    return text.contains("\\u") || text.chars().anyMatch(Character::isIdentifierIgnorable);
  }
}
