package org.refverify.prover.pairing;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassLookup;
import org.refverify.prover.world.ClassWorld;

/** The new version's classes with the old version's names of classes and private fields. */
public final class AlignedClasses {
  private final ClassLookup source;
  private final Map<String, String> original = new HashMap<>();
  private Map<String, ClassNode> classes;
  private ClassPairs pairs;

  private AlignedClasses(Map<String, ClassNode> classes, ClassLookup source) {
    this.classes = classes;
    this.source = source;
  }

  /** Renames classes first, then numbered classes, then fields. */
  public static AlignedClasses of(
      ClassWorld before, Map<String, ClassNode> after, ClassLookup source) {
    AlignedClasses alignment = new AlignedClasses(after, source);
    alignment.pairs = ClassPairs.find(before, alignment.world());
    alignment.rename(alignment.pairs.names(), Map.of());
    Map<String, ClassNode> olds = new TreeMap<>();
    before.own().forEach(node -> olds.put(node.name, node));
    alignment.rename(LocalClassNames.match(olds, alignment.classes), Map.of());
    alignment.rename(Map.of(), FieldPairs.find(before, alignment.world()));
    return alignment;
  }

  /** The new version's own classes with new names. */
  public ClassWorld world() {
    return new ClassWorld(classes, source, original);
  }

  /**
   * Old names of classes that the sources of the new version name differently, by their new names.
   */
  public Map<String, String> renamedClasses() {
    return pairs.names();
  }

  private void rename(Map<String, String> names, Map<String, String> fields) {
    if (names.isEmpty() && fields.isEmpty() || !isOneToOne(classes.keySet(), names)) {
      return;
    }
    Map<String, ClassNode> renamed = new TreeMap<>();
    Remapper mapper = mapper(names, fields);
    for (ClassNode node : classes.values()) {
      ClassNode copy = new ClassNode();
      node.accept(new ClassRemapper(copy, mapper));
      renamed.put(copy.name, copy);
      String first = original.getOrDefault(node.name, node.name);
      original.remove(node.name);
      original.put(copy.name, first);
    }
    classes = renamed;
  }

  private static Remapper mapper(Map<String, String> names, Map<String, String> fields) {
    return new Remapper(Opcodes.ASM9) {
      @Override
      public String map(String internalName) {
        return names.get(internalName);
      }

      @Override
      public String mapFieldName(String owner, String name, String descriptor) {
        return fields.getOrDefault(owner + "." + name, name);
      }
    };
  }

  private static boolean isOneToOne(Collection<String> all, Map<String, String> names) {
    Set<String> results = new HashSet<>();
    return all.stream().allMatch(name -> results.add(names.getOrDefault(name, name)));
  }
}
