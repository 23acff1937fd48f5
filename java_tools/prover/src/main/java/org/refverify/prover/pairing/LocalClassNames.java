package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Compilers number anonymous and local classes by their place in the file; this gives those of the
 * new version the numbers of the old one. Any one-to-one renaming of them is sound. An assumption
 * says that their names are not observed, except a record's name, which its text shows. The proof
 * then compares the two classes of one name.
 */
public final class LocalClassNames {
  private static final String LEFT_OVER = "$new";

  private final Map<String, ClassNode> before;
  private final Map<String, ClassNode> after;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> free = new TreeSet<>();

  private LocalClassNames(Map<String, ClassNode> before, Map<String, ClassNode> after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Whether a class is anonymous or local, or inside such a class. Its name does not show this,
   * because a source may name a class {@code A$1}.
   */
  public static boolean isNumbered(ClassNode node) {
    String next = node.name;
    for (int depth = 0; next != null && depth < node.innerClasses.size(); depth++) {
      InnerClassNode entry = entry(node, next);
      if (entry == null || entry.outerName == null) {
        return entry != null;
      }
      next = entry.outerName;
    }
    return false;
  }

  private static InnerClassNode entry(ClassNode node, String name) {
    return node.innerClasses.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElse(null);
  }

  /** The old number of each new class whose number differs. */
  static Map<String, String> match(Map<String, ClassNode> before, Map<String, ClassNode> after) {
    return new LocalClassNames(before, after).match();
  }

  private Map<String, String> match() {
    List<String> open = new ArrayList<>();
    before.values().stream().filter(LocalClassNames::isNumbered).forEach(c -> free.add(c.name));
    after.values().stream().filter(LocalClassNames::isNumbered).forEach(c -> open.add(c.name));
    for (Function<ClassNode, String> alike :
        List.<Function<ClassNode, String>>of(
            LocalClassNames::fingerprint, LocalClassNames::shape, LocalClassNames::header)) {
      open.removeIf(name -> free.contains(name) && same(name, name, alike) && take(name, name));
      open.removeIf(name -> takeFirst(name, alike));
    }
    for (String name : open) {
      names.put(name, before.containsKey(name) ? name + LEFT_OVER : name);
    }
    names.entrySet().removeIf(entry -> entry.getKey().equals(entry.getValue()));
    return names;
  }

  private boolean same(String mine, String old, Function<ClassNode, String> alike) {
    return alike.apply(after.get(mine)).equals(alike.apply(before.get(old)));
  }

  private boolean take(String mine, String old) {
    names.put(mine, old);
    return free.remove(old);
  }

  private boolean takeFirst(String mine, Function<ClassNode, String> alike) {
    return free.stream()
        .filter(old -> same(mine, old, alike))
        .findFirst()
        .map(old -> take(mine, old))
        .orElse(false);
  }

  private static String fingerprint(ClassNode node) {
    StringBuilder text = new StringBuilder(header(node));
    for (MethodNode method : node.methods) {
      text.append('\n').append(method.name);
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction.getOpcode() >= 0) {
          text.append(' ').append(instruction.getOpcode());
        }
        if (instruction instanceof LdcInsnNode constant && constant.cst instanceof String) {
          text.append(constant.cst);
        }
        if (instruction instanceof MethodInsnNode call) {
          text.append(call.name);
        }
      }
    }
    return text.toString();
  }

  private static String shape(ClassNode node) {
    return node.methods.stream()
        .filter(method -> !method.name.startsWith("lambda$"))
        .map(method -> method.name + method.desc.replaceAll("\\$\\d+", "\\$"))
        .sorted()
        .collect(Collectors.joining(",", header(node), ""));
  }

  private static String header(ClassNode node) {
    String outer = node.name.replaceAll("\\$\\d.*", "");
    return outer + " " + node.superName + " " + node.interfaces + shown(node);
  }

  /** The name of a record in its source, which its text shows. */
  private static String shown(ClassNode node) {
    InnerClassNode own = entry(node, node.name);
    boolean isRecord = "java/lang/Record".equals(node.superName) && own != null;
    return isRecord ? " " + own.innerName : "";
  }
}
