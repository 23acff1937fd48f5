package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.refverify.prover.pairing.AlignedClasses;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.CompiledVersion;

/** Both versions, the new one under the old one's names of classes. */
final class Versions {
  private final CompiledVersion old;
  private final CompiledVersion now;
  private final ClassWorld before;
  private final ClassWorld after;
  private final AlignedClasses alignment;

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

  /** Old names of classes that are written otherwise in the new version, by their new names. */
  Map<String, String> renamedClasses() {
    return alignment.renamedClasses();
  }

  /** Names of types that are missing, or made up, in either version. */
  Set<String> unresolved() {
    Set<String> all = new TreeSet<>(old.unresolved());
    all.addAll(now.unresolved());
    return all;
  }

  /** Those that are named by more than annotations. */
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
    List<String> all = new ArrayList<>(alignment.assumptions());
    assumedNames().forEach(name -> all.add("the missing type " + name + " is the same for both"));
    return all;
  }

  /** Changed files that no compiler reads. */
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
