package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;

/** The material for inputs: the types that both versions have, and their constants. */
public final class Space {
  final CommonClasses shapes;
  final Ablation ablation;
  private final ClassFiles old;
  private final ClassFiles fresh;
  private final Renames renames;
  private final Constants tests = new Constants();
  private final List<Proposal> proposals = new ArrayList<Proposal>();

  private Space(ClassFiles old, ClassFiles fresh, Renames renames, Ablation ablation) {
    this.old = old;
    this.fresh = fresh;
    this.renames = renames;
    this.ablation = ablation;
    this.shapes = new CommonClasses(old, fresh, renames);
  }

  /** The space of two versions. */
  public static Space of(ClassFiles old, ClassFiles fresh, Renames renames, Ablation ablation) {
    return new Space(old, fresh, renames, ablation);
  }

  /** Adds the constants of a class of the project's tests. */
  public void addTest(byte[] classFile) {
    tests.add(classFile, null);
  }

  /** Adds values for which a method is likely to differ. */
  public void add(Proposal proposal) {
    proposals.add(proposal);
  }

  List<Proposal> proposals(MethodName method) {
    List<Proposal> found = new ArrayList<Proposal>();
    for (Proposal each : proposals) {
      if (each.method.equals(method.toString())) {
        found.add(each);
      }
    }
    return found;
  }

  ClassFiles oldFiles() {
    return old;
  }

  /** Constants of the changed methods and of the entry, then those of their classes. */
  Pool pool(Entry entry) {
    Constants near = new Constants();
    Constants far = new Constants();
    Set<String> owners = new HashSet<String>();
    read(entry.old, near, far, owners);
    for (MethodName method : entry.reaches) {
      read(method, near, far, owners);
    }
    near.constant(Type.getObjectType(entry.old.owner.replace('.', '/')));
    far.addAll(tests);
    return new Pool(near, far);
  }

  private void read(MethodName method, Constants near, Constants far, Set<String> owners) {
    MethodName other = renames.method(method);
    add(old, method, near, far, owners);
    add(fresh, method, near, far, owners);
    add(fresh, other, near, far, owners);
  }

  private void add(
      ClassFiles files, MethodName method, Constants near, Constants far, Set<String> owners) {
    byte[] bytes = files.bytes(method.owner);
    if (bytes == null) {
      return;
    }
    Collection<String> one = new HashSet<String>();
    one.add(method.name + method.descriptor);
    near.add(bytes, one);
    if (owners.add(method.owner + (files == old))) {
      far.add(bytes, null);
    }
  }
}
