package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Finds two fields of a class that exchanged their names in the new version. The choice is a guess
 * based on the order in which methods use fields. A wrong choice is harmless, because any exchange
 * is a one-to-one renaming.
 */
final class ExchangedFields {
  private final ClassWorld before;
  private final ClassWorld after;
  private final String owner;
  private final Map<String, List<String>> olds;
  private final Map<String, List<String>> news;

  ExchangedFields(ClassWorld before, ClassWorld after, String owner) {
    this.before = before;
    this.after = after;
    this.owner = owner;
    this.olds = uses(before);
    this.news = uses(after);
    news.keySet().retainAll(olds.keySet());
  }

  /** Whether any method of both versions uses fields of the class in another order. */
  boolean areLikely() {
    return news.keySet().stream().anyMatch(method -> !news.get(method).equals(olds.get(method)));
  }

  /** Whether two names were probably exchanged and mean only fields of this class. */
  boolean are(FieldNode x, FieldNode y) {
    List<String> both = List.of(x.name, y.name);
    List<String> exchanged = List.of(y.name, x.name);
    return alike(both, exchanged) > alike(both, both)
        && Stream.of(before, after)
            .noneMatch(
                world -> isNamedBelow(world, x) || isNamedBelow(world, y) || hasUnseen(world));
  }

  /** Whether some code is not known: which fields it uses is not seen. */
  private static boolean hasUnseen(ClassWorld world) {
    return world.own().stream()
        .anyMatch(
            node ->
                node.methods.stream().anyMatch(each -> world.method(node, each).isUnresolved()));
  }

  /**
   * How many methods use the two fields in the same order if the new ones are read under new names.
   */
  private long alike(List<String> fields, List<String> read) {
    return news.keySet().stream()
        .filter(
            method ->
                order(news.get(method), fields, read)
                    .equals(order(olds.get(method), fields, fields)))
        .count();
  }

  private static List<String> order(List<String> uses, List<String> fields, List<String> read) {
    return uses.stream()
        .filter(fields::contains)
        .map(name -> read.get(fields.indexOf(name)))
        .toList();
  }

  private Map<String, List<String>> uses(ClassWorld world) {
    Map<String, List<String>> all = new TreeMap<>();
    for (ClassNode node : world.own()) {
      for (MethodNode method : node.methods) {
        List<String> names = new ArrayList<>();
        for (FieldInsnNode use : fieldUses(method)) {
          if (use.owner.equals(owner)) {
            names.add(use.name);
          }
        }
        all.put(node.name + "." + method.name + method.desc, names);
      }
    }
    return all;
  }

  /** Whether code names the field through a subclass; the renaming would not reach such uses. */
  private boolean isNamedBelow(ClassWorld world, FieldNode field) {
    Set<String> below = new HashSet<>();
    for (ClassNode node : world.own()) {
      for (MethodNode method : node.methods) {
        for (FieldInsnNode use : fieldUses(method)) {
          if (use.name.equals(field.name) && !use.owner.equals(owner)) {
            below.add(use.owner);
          }
        }
      }
    }
    return below.stream().anyMatch(each -> world.isSubtype(each, owner));
  }

  private static List<FieldInsnNode> fieldUses(MethodNode method) {
    List<FieldInsnNode> uses = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof FieldInsnNode use) {
        uses.add(use);
      }
    }
    return uses;
  }
}
