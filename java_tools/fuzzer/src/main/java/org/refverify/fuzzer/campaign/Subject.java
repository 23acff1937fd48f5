package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.compare.Counterparts;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.Difference;
import org.refverify.fuzzer.entry.Entries;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.run.Version;

/** Two versions: their differences, and the entries through which these can be observed. */
final class Subject {
  final ClassFiles oldFiles;
  final ClassFiles freshFiles;
  final Renames renames;
  final Counterparts shapes;
  final Difference difference;
  final boolean identical;

  /** Whether the entries themselves are mutated, as if all of them had changed. */
  final boolean mutated;

  /** The methods that are likely to differ. */
  final Focus focus;

  /**
   * First the entries that are likely to differ, then those that any code can call with the nearest
   * to the change first, then the hidden ones.
   */
  final List<Entry> entries;

  /** Why there is no entry; empty if there is one. */
  final String reason;

  private Subject(Options options) throws IOException {
    List<String> libraries = options.path("--class-path");
    oldFiles = new ClassFiles(options.path("--old"), libraries);
    freshFiles = new ClassFiles(options.path("--new"), libraries);
    renames = renames(options);
    shapes = Counterparts.of(oldFiles, freshFiles, renames);
    ClassSet old = oldFiles.set();
    ClassSet fresh = freshFiles.set();
    difference = Difference.between(old, fresh, renames);
    mutated = options.has("--mutants");
    identical = options.has("--identical") || mutated;
    Entries found =
        identical || difference.isEmpty()
            ? Entries.everything(old)
            : Entries.changed(old, fresh, renames, difference);
    focus = Focus.of(options);
    entries = Collections.unmodifiableList(focus.sorted(open(found.list, options)));
    reason = entries.isEmpty() ? why(found) : "";
  }

  static Subject open(Options options) throws IOException {
    return new Subject(options);
  }

  Version oldVersion() {
    return new Version(
        oldFiles, difference.oldLines, () -> shapes.writer(false), statics(changed(), false));
  }

  Version freshVersion() {
    return new Version(freshFiles, lines(), () -> shapes.writer(true), statics(changed(), true));
  }

  /** The lines to watch: the changed ones, or those that mutants change. */
  private SortedMap<String, SortedSet<Integer>> lines() {
    if (!mutated) {
      return difference.freshLines;
    }
    SortedMap<String, SortedSet<Integer>> lines = new TreeMap<String, SortedSet<Integer>>();
    for (MethodName method : entered()) {
      lines
          .computeIfAbsent(method.owner, owner -> new TreeSet<Integer>())
          .addAll(freshFiles.set().lines(method));
    }
    return lines;
  }

  /** The methods whose classes' statics are compared. */
  private SortedSet<MethodName> changed() {
    return mutated ? entered() : difference.old;
  }

  /** The called methods, by the new version's names. */
  SortedSet<MethodName> entered() {
    SortedSet<MethodName> methods = new TreeSet<MethodName>();
    for (Entry entry : entries) {
      methods.add(entry.fresh);
    }
    return methods;
  }

  /**
   * Classes of the changed methods that both versions have and whose fields can be read, by the old
   * or the new name.
   */
  List<String> statics(SortedSet<MethodName> changed, boolean ofFresh) {
    SortedSet<String> owners = new TreeSet<String>();
    for (MethodName method : changed) {
      owners.add(method.owner);
    }
    List<String> names = new ArrayList<String>();
    for (String owner : owners) {
      String fresh = renames.className(owner);
      if (oldFiles.owns(owner)
          && freshFiles.owns(fresh)
          && oldFiles.hasTypesOfFields(owner)
          && freshFiles.hasTypesOfFields(fresh)) {
        names.add(ofFresh ? fresh : owner);
      }
    }
    return names;
  }

  /** Whether code that gets the method's object can call it although its class is not visible. */
  boolean escapes(MethodName hidden) {
    for (MethodNode method : oldFiles.set().node(hidden.owner).methods) {
      if (method.name.equals(hidden.name) && method.desc.equals(hidden.descriptor)) {
        return (method.access & Opcodes.ACC_PRIVATE) == 0 || method.name.startsWith("lambda$");
      }
    }
    return true;
  }

  /** The number of methods that are entries, regardless of the number of their receivers. */
  int methods() {
    SortedSet<MethodName> methods = new TreeSet<MethodName>();
    for (Entry entry : entries) {
      methods.add(entry.old);
    }
    return methods.size();
  }

  /** The number of changed lines. */
  static int count(SortedMap<String, SortedSet<Integer>> lines) {
    int count = 0;
    for (SortedSet<Integer> ofClass : lines.values()) {
      count += ofClass.size();
    }
    return count;
  }

  private List<Entry> open(List<Entry> found, Options options) {
    List<String> only = options.all("--class");
    Set<String> methods = new HashSet<String>(options.all("--method"));
    List<Entry> open = new ArrayList<Entry>();
    for (Entry entry : found) {
      boolean wanted = methods.isEmpty() || methods.contains(entry.old.toString());
      if (wanted && (only.isEmpty() || isIn(entry, only))) {
        open.add(entry);
      }
    }
    return open;
  }

  /** Whether the entry reaches a change in one of the classes. */
  private boolean isIn(Entry entry, List<String> only) {
    if (only.contains(entry.old.owner)) {
      return true;
    }
    for (MethodName reached : entry.reaches) {
      if (only.contains(reached.owner)) {
        return true;
      }
    }
    return false;
  }

  /** A method that overrides an external one in one version only; empty if there is none. */
  String overriding() {
    MethodName found = difference.overriding();
    return found == null ? "" : found.toString();
  }

  private String why(Entries found) {
    if (found.reason != null) {
      return found.reason;
    }
    return "no method that both versions have reaches the change";
  }

  private static Renames renames(Options options) {
    SortedMap<String, String> classes = new TreeMap<String, String>();
    for (String rename : options.all("--rename")) {
      int at = rename.indexOf('=');
      if (at < 1) {
        throw new IllegalArgumentException("--rename wants old=new, not " + rename);
      }
      classes.put(rename.substring(0, at), rename.substring(at + 1));
    }
    return new Renames(classes, Collections.<MethodName, MethodName>emptyMap());
  }
}
