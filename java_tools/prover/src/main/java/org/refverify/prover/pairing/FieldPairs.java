package org.refverify.prover.pairing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Finds private fields and captured variables that were renamed; the new version is then read under
 * the old names. Any one-to-one renaming is sound if no code finds the field by name. So records,
 * enums, classes whose objects are written to streams, classes with native code, and fields whose
 * name occurs in a text are left as they are. The renaming is one-to-one only if the old name has
 * no meaning in the new version. Code that names it in the class or in a subclass may mean an
 * inherited field, and neither name may hide an inherited field. Two fields that exchange their
 * names are also such a renaming.
 */
final class FieldPairs {
  private final Map<String, String> names = new HashMap<>();
  private final ClassWorld before;
  private final ClassWorld after;

  private FieldPairs(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /** The old name of a field by its class, a dot and its new name. */
  static Map<String, String> find(ClassWorld before, ClassWorld after) {
    FieldPairs pairs = new FieldPairs(before, after);
    Set<String> texts = OwnTexts.words(before, after);
    for (ClassNode old : before.own()) {
      ClassNode now = after.own(old.name);
      if (now != null && pairs.isPlain(old) && pairs.isPlain(now)) {
        pairs.match(old, now, texts);
        pairs.exchange(old, now, texts);
      }
    }
    return pairs.names;
  }

  private boolean isPlain(ClassNode node) {
    return !ClassWorld.hasNative(node)
        && !"java/lang/Record".equals(node.superName)
        && (node.access & Opcodes.ACC_ENUM) == 0
        && !before.isSubtype(node.name, "java/io/Serializable")
        && !after.isSubtype(node.name, "java/io/Serializable");
  }

  private void match(ClassNode old, ClassNode now, Set<String> texts) {
    List<FieldNode> removed = only(old, now);
    List<FieldNode> added = only(now, old);
    Set<FieldNode> taken = new HashSet<>();
    for (FieldNode x : removed) {
      for (FieldNode y : added) {
        boolean named = texts.contains(x.name) || texts.contains(y.name);
        boolean free =
            after.field(now.name, x.name, x.desc) == null
                && !isSeenAbove(old, now, x.name)
                && !isSeenAbove(old, now, y.name);
        if (!named && free && alike(x, y) && taken.add(y)) {
          names.put(now.name + "." + y.name, x.name);
          break;
        }
      }
    }
  }

  /**
   * Whether a private field of this name hides an inherited field from subclasses or from users of
   * the class.
   */
  private boolean isSeenAbove(ClassNode old, ClassNode now, String name) {
    return Stream.concat(before.above(old.name).stream(), after.above(now.name).stream())
        .flatMap(above -> above.fields.stream())
        .anyMatch(field -> field.name.equals(name) && (field.access & Opcodes.ACC_PRIVATE) == 0);
  }

  /** Finds fields whose names both versions have and that may have exchanged them. */
  private void exchange(ClassNode old, ClassNode now, Set<String> texts) {
    List<FieldNode> kept =
        now.fields.stream()
            .filter(FieldPairs::isPrivate)
            .filter(y -> !texts.contains(y.name))
            .filter(y -> old.fields.stream().anyMatch(x -> x.name.equals(y.name) && alike(x, y)))
            .toList();
    if (kept.size() < 2) {
      return;
    }
    // This reads all code of both versions.
    ExchangedFields exchanged = new ExchangedFields(before, after, now.name);
    if (!exchanged.areLikely()) {
      return;
    }
    for (FieldNode x : kept) {
      for (FieldNode y : kept.subList(kept.indexOf(x) + 1, kept.size())) {
        boolean free =
            !names.containsKey(now.name + "." + x.name)
                && !names.containsKey(now.name + "." + y.name);
        if (free && alike(x, y) && exchanged.are(x, y)) {
          names.put(now.name + "." + x.name, y.name);
          names.put(now.name + "." + y.name, x.name);
        }
      }
    }
  }

  private static boolean alike(FieldNode x, FieldNode y) {
    return x.desc.equals(y.desc)
        && ((x.access ^ y.access) & ~Opcodes.ACC_FINAL) == 0
        && x.visibleAnnotations == null
        && y.visibleAnnotations == null;
  }

  private static boolean isPrivate(FieldNode field) {
    return (field.access & Opcodes.ACC_PRIVATE) != 0
        && field.value == null
        && !field.name.startsWith("serial")
        && field.name.indexOf('$') < 0;
  }

  /**
   * Whether the field is a captured variable of a local or anonymous class; the compiler names the
   * field after the variable.
   */
  private static boolean isCaptured(FieldNode field) {
    return (field.access & Opcodes.ACC_SYNTHETIC) != 0 && field.name.startsWith("val$");
  }

  private static List<FieldNode> only(ClassNode here, ClassNode there) {
    return here.fields.stream()
        .filter(field -> isCaptured(field) || isPrivate(field))
        .filter(field -> there.fields.stream().noneMatch(f -> f.name.equals(field.name)))
        .toList();
  }
}
