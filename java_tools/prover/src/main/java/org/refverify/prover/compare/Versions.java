package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.pairing.AlignedClasses;
import org.refverify.prover.pairing.FoundByName;
import org.refverify.prover.pairing.TestClasses;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.CompiledVersion;
import org.refverify.prover.world.Method;

/** Both versions; the new one uses the old version's class names. */
final class Versions {
  private final CompiledVersion old;
  private final CompiledVersion now;
  private final ClassWorld before;
  private final ClassWorld after;
  private final AlignedClasses alignment;
  private Set<String> foundByName;

  Versions(CompiledVersion old, CompiledVersion now) {
    this.old = old;
    this.now = now;
    this.before = new ClassWorld(ClassWorld.read(old), old.world());
    this.alignment = AlignedClasses.of(before, ClassWorld.read(now), now.world());
    this.after = alignment.world();
  }

  ClassWorld before() {
    return before;
  }

  ClassWorld after() {
    return after;
  }

  /**
   * Old names of classes that the sources of the new version name differently, by their new names.
   */
  Map<String, String> renamedClasses() {
    return alignment.renamedClasses();
  }

  /** See {@link FoundByName#members}; computed at the first request. */
  Set<String> foundByName() {
    if (foundByName == null) {
      foundByName = FoundByName.members(before, after);
    }
    return foundByName;
  }

  /** Names of types that are missing or were invented in either version. */
  Set<String> unresolved() {
    Set<String> all = new TreeSet<>(old.unresolved());
    all.addAll(now.unresolved());
    return all;
  }

  /** Whether some of the compared code may have another meaning than its class files. */
  boolean isGuessed() {
    return hasGuesses() || !hasSettled() && !assumedNames().isEmpty();
  }

  /** Whether a method's code is unknown but certainly the same in both versions. */
  boolean isSettled(Method before, Method after) {
    String text = old.settled().get(id(before));
    return text != null && text.equals(now.settled().get(id(after)));
  }

  private static String id(Method method) {
    return method.sourceName() + "." + method.node().name + method.node().desc;
  }

  /** Whether either version has a method whose code is unknown but certainly the same. */
  boolean hasSettled() {
    return !old.settled().isEmpty() || !now.settled().isEmpty();
  }

  /** Whether the meaning of some method depends on a missing type. */
  boolean hasGuesses() {
    return !old.guessed().isEmpty() || !now.guessed().isEmpty();
  }

  /** Whether a method may have another meaning than its class file, in either version. */
  boolean isGuessed(MethodId id) {
    return isGuessed(before, old, id) || isGuessed(after, now, id);
  }

  private static boolean isGuessed(ClassWorld world, CompiledVersion version, MethodId id) {
    Method method = world.method(id);
    return method != null
        && version.guessed().containsKey(method.sourceName() + "." + method.node().name);
  }

  /**
   * Whether a class of either version has a method that may have another meaning than its class
   * file.
   */
  @SuppressWarnings("ReferenceEquality")
  boolean hasGuessed(ClassNode node) {
    CompiledVersion version = before.own(node.name) == node ? old : now;
    ClassWorld world = version == old ? before : after;
    String prefix = world.sourceName(node.name) + ".";
    return Stream.of(version.guessed(), version.settled())
        .flatMap(each -> each.keySet().stream())
        .anyMatch(each -> each.startsWith(prefix));
  }

  /**
   * Whether code that is not known may name a method, in a text or otherwise: code that rests on a
   * missing type, whether both versions have the same or not.
   */
  boolean mayBeNamedUnseen(String method) {
    Pattern word = Pattern.compile("(?<![\\w$])" + Pattern.quote(method) + "(?![\\w$])");
    return wordsOfGuessed().contains(method)
        || Stream.of(old, now)
            .flatMap(each -> each.settled().values().stream())
            .anyMatch(code -> word.matcher(code).find());
  }

  /** See {@link FoundByName#handedOn}. */
  boolean isHandedOn(String method) {
    return FoundByName.handedOn(before, after).contains(method);
  }

  /** Every word of the methods that may have another meaning than their class files. */
  Set<String> wordsOfGuessed() {
    Set<String> words = new TreeSet<>();
    old.guessed().values().forEach(words::addAll);
    now.guessed().values().forEach(words::addAll);
    return words;
  }

  /** The missing types that are used outside annotations. */
  Set<String> assumedNames() {
    Set<String> all = unresolved();
    if (!all.isEmpty()) {
      Set<String> used = new TreeSet<>();
      before.own().forEach(node -> used.addAll(NamesUsed.by(node)));
      after.own().forEach(node -> used.addAll(NamesUsed.by(node)));
      all.retainAll(used);
    }
    return all;
  }

  List<String> assumptions() {
    List<String> all = new ArrayList<>();
    assumedNames().forEach(name -> all.add(Assumptions.ofMissingType(name)));
    for (String name : renamedClasses().values()) {
      all.addAll(Assumptions.ofRenamedClass(name));
      ClassNode old = before.own(name);
      if (old != null && TestClasses.mayHoldTests(before, old)) {
        all.add(Assumptions.ofRenamedTests(name));
      }
    }
    return all;
  }

  /** Changed files that the compiler does not read. */
  List<Residue> otherFiles() {
    Set<String> paths = new TreeSet<>(old.otherFiles().keySet());
    paths.addAll(now.otherFiles().keySet());
    List<Residue> all = new ArrayList<>();
    for (String path : paths) {
      String x = old.otherFiles().getOrDefault(path, "");
      String y = now.otherFiles().getOrDefault(path, "");
      if (!x.equals(y)) {
        all.add(new Residue(Residue.Kind.OTHER_FILE, path, x, y));
      }
    }
    return all;
  }
}
