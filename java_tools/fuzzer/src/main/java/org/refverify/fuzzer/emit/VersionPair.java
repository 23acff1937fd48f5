package org.refverify.fuzzer.emit;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;

/** What an emitted test must know about the two versions. */
final class VersionPair {
  final ClassFiles old;
  final Renames renames;

  /** Fields that only one version has, {@code p.C#f} with old names. */
  final SortedSet<String> leftOut = new TreeSet<String>();

  /** Renamed classes, old to new, including the classes nested in them. */
  final Map<String, String> renamed;

  VersionPair(ClassFiles old, ClassFiles fresh, Renames renames) {
    this.old = old;
    this.renames = renames;
    this.renamed = new TreeMap<String, String>(renames.classes);
    for (String name : old.names()) {
      String twin = renames.className(name);
      if (!twin.equals(name)) {
        renamed.put(name, twin);
      }
      byte[] before = old.bytes(name);
      byte[] after = fresh.bytes(twin);
      if (after != null && !Arrays.equals(before, after)) {
        leaveOut(name, fields(before), fields(after));
      }
    }
  }

  private void leaveOut(String name, Collection<String> before, Collection<String> after) {
    SortedSet<String> one = new TreeSet<String>(before);
    one.addAll(after);
    for (String field : one) {
      if (!before.contains(field) || !after.contains(field)) {
        leftOut.add(name + "#" + field);
      }
    }
  }

  private static Collection<String> fields(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes)
        .accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    SortedSet<String> names = new TreeSet<String>();
    for (FieldNode field : node.fields) {
      names.add(field.name);
    }
    return names;
  }
}
