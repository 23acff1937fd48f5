package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.refverify.prover.compare.ScanNames;
import org.refverify.prover.compile.DeclaredHeads.Declared;
import org.refverify.prover.compile.DeclaredHeads.Kind;

/**
 * Finds the names through which code can depend on what a change declares, removes or declares
 * differently.
 *
 * <p>Code names each method, field and type on which it depends, and each of these names others in
 * its declaration. So a declaration that names a changed type counts as changed too, as does a
 * final field whose value names a changed field. Some changes affect code without a name in it:
 * changes of a type's supertypes or components, of what an interface passes on, of methods that
 * statements call implicitly. Then {@link #isUnbounded} holds, and nothing is known of any code.
 */
final class ChangedNames {
  /** Methods that a loop, a {@code try} or a string calls. */
  private static final Set<String> UNNAMED =
      Set.of("iterator", "hasNext", "next", "close", "toString", "ordinal", "values", "valueOf");

  private final Map<String, Set<String>> methods = new HashMap<>();
  private final Set<String> fields = new HashSet<>();
  private final Set<String> types = new HashSet<>();
  private final Set<String> made = new HashSet<>();
  private final Map<String, Set<String>> imported = new HashMap<>();

  /** Names for which the unchanged files are searched. */
  private final Set<String> seenOutside = new HashSet<>();

  private boolean unbounded;

  private ChangedNames() {}

  /** One file in both versions, as far as they have it. */
  private record Sides(String path, DeclaredHeads before, DeclaredHeads after) {
    Collection<Declared> all() {
      List<Declared> both = new ArrayList<>(before.all().values());
      both.addAll(after.all().values());
      return both;
    }
  }

  /**
   * Collects the names of a change.
   *
   * @param files the files that differ
   */
  static ChangedNames of(SourceVersion before, SourceVersion after, Set<String> files) {
    ChangedNames names = new ChangedNames();
    List<Sides> common = new ArrayList<>();
    for (String path : files) {
      PreparedUnit old = before.prepared(path);
      PreparedUnit now = after.prepared(path);
      if (old != null && now != null) {
        common.add(new Sides(path, DeclaredHeads.of(old), DeclaredHeads.of(now)));
      } else if (old != null || now != null) {
        DeclaredHeads only = DeclaredHeads.of(old == null ? now : old);
        names.unbounded |= !only.isReadable();
        only.all().values().forEach(names::add);
      } else {
        names.unbounded = true;
      }
    }
    common.forEach(names::compare);
    names.addDependent(common);
    names.unbounded |= names.isRenaming(before, after, files, common);
    names.unbounded |= names.reachesOthers(before, after, files);
    return names;
  }

  private void compare(Sides file) {
    unbounded |= !file.before().isReadable() || !file.after().isReadable();
    List<Declared> olds = DeclaredHeads.different(file.before(), file.after());
    List<Declared> news = DeclaredHeads.different(file.after(), file.before());
    olds.forEach(this::add);
    news.forEach(this::add);
    unbounded |= olds.stream().anyMatch(each -> isKept(each, file));
    Set<String> imports = new HashSet<>(file.before().imports());
    imports.addAll(file.after().imports());
    for (String each : imports) {
      if (!file.before().imports().contains(each) || !file.after().imports().contains(each)) {
        unbounded |= each.endsWith("*") || each.startsWith("package ");
        imported
            .computeIfAbsent(file.path(), key -> new HashSet<>())
            .add(each.substring(each.lastIndexOf('.') + 1));
      }
    }
  }

  /** Whether it is a type that both versions have. */
  private static boolean isKept(Declared declared, Sides file) {
    return declared.kind() == Kind.TYPE
        && Stream.of(file.before(), file.after())
            .allMatch(
                side ->
                    side.all().values().stream()
                        .anyMatch(
                            each ->
                                each.kind() == Kind.TYPE && each.owner().equals(declared.owner())));
  }

  private void add(Declared declared) {
    String word = declared.word();
    switch (declared.kind()) {
      case TYPE -> types.add(word);
      case CONSTRUCTOR -> made.add(word);
      case FIELD -> {
        fields.add(word);
        if (declared.isPrivate()) {
          seenOutside.add(ScanNames.EXTENDS + simpleName(declared.owner()));
        }
      }
      case METHOD -> {
        methods.computeIfAbsent(word, key -> new HashSet<>()).add(declared.owner());
        unbounded |= declared.reachesFar() || UNNAMED.contains(word);
      }
    }
    boolean named = declared.kind() == Kind.TYPE || declared.kind() == Kind.FIELD;
    if (named && !declared.isPrivate()) {
      seenOutside.add(word);
    }
  }

  private static String simpleName(String owner) {
    return owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1);
  }

  /** Adds the declarations that name something changed, until there are no more. */
  private void addDependent(List<Sides> common) {
    Set<Declared> added = new HashSet<>();
    boolean more = true;
    while (more && !unbounded) {
      more = false;
      for (Sides file : common) {
        Set<String> words = new HashSet<>(types);
        words.addAll(imported(file.path()));
        for (Declared each : file.all()) {
          boolean depends =
              each.words().stream().anyMatch(words::contains)
                  || each.kind() == Kind.FIELD
                      && each.words().stream().anyMatch(word -> fields.contains(word));
          if (depends && added.add(each)) {
            unbounded |= each.kind() == Kind.TYPE && isKept(each, file);
            add(each);
            more = true;
          }
        }
      }
    }
  }

  /**
   * Whether some types are added and others removed. One may be the other under a new name, and it
   * is unknown whether code that does not compile shows names.
   */
  private boolean isRenaming(
      SourceVersion before, SourceVersion after, Set<String> files, List<Sides> common) {
    Predicate<Declared> isType = each -> each.kind() == Kind.TYPE;
    boolean comes =
        files.stream().anyMatch(path -> before.prepared(path) == null)
            || common.stream()
                .anyMatch(
                    each ->
                        DeclaredHeads.different(each.after(), each.before()).stream()
                            .anyMatch(isType));
    boolean goes =
        files.stream().anyMatch(path -> after.prepared(path) == null)
            || common.stream()
                .anyMatch(
                    each ->
                        DeclaredHeads.different(each.before(), each.after()).stream()
                            .anyMatch(isType));
    return comes && goes;
  }

  /** Whether an unchanged file names a changed type or field, or extends its class. */
  private boolean reachesOthers(SourceVersion before, SourceVersion after, Set<String> files) {
    if (seenOutside.isEmpty() || unbounded) {
      return false;
    }
    Set<String> found = new HashSet<>(before.mentioning(seenOutside));
    found.addAll(after.mentioning(seenOutside));
    return !files.containsAll(found);
  }

  /** Whether code may depend on the change although it names no part of it. */
  boolean isUnbounded() {
    return unbounded;
  }

  /** Whether constructors of a class changed, by its simple name. */
  boolean isMadeOtherwise(String type) {
    return made.contains(type);
  }

  /** The classes whose methods of this name changed; empty if there are none. */
  Set<String> owners(String method) {
    return methods.getOrDefault(method, Set.of());
  }

  /** Whether a field of this name changed. */
  boolean isField(String word) {
    return fields.contains(word);
  }

  /** Whether a type, its constructors, or an import in the file that brings the name changed. */
  boolean isType(String path, String word) {
    return types.contains(word) || made.contains(word) || imported(path).contains(word);
  }

  private Set<String> imported(String path) {
    return imported.getOrDefault(path, Set.of());
  }
}
