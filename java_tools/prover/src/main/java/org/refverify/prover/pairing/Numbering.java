package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Anonymous and local classes are numbered by their place in the file; this gives the new version's
 * the numbers of the old one's. Any renaming of them that is one to one is right: their names are
 * not observed (an assumption), and that two of one name are alike is proved afterwards.
 */
public final class Numbering {
  private static final Pattern NUMBERED = Pattern.compile(".*\\$\\d+.*");
  private static final String LEFT_OVER = "$new";

  private final Map<String, ClassNode> before;
  private final Map<String, ClassNode> after;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> free = new TreeSet<>();

  private Numbering(Map<String, ClassNode> before, Map<String, ClassNode> after) {
    this.before = before;
    this.after = after;
  }

  /** Whether a class has no name that its source gives. */
  public static boolean isNumbered(String name) {
    return NUMBERED.matcher(name).matches();
  }

  /** The new version's classes under the old one's names. */
  public static Map<String, ClassNode> align(
      Map<String, ClassNode> before, Map<String, ClassNode> after) {
    return rename(after, new Numbering(before, after).match());
  }

  private Map<String, String> match() {
    before.keySet().stream().filter(Numbering::isNumbered).forEach(free::add);
    List<String> open = new ArrayList<>();
    after.keySet().stream().filter(Numbering::isNumbered).forEach(open::add);
    for (Function<ClassNode, String> alike :
        List.<Function<ClassNode, String>>of(Numbering::fingerprint, Numbering::shape)) {
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
    return outer + " " + node.superName + " " + node.interfaces;
  }

  /** The same classes under other names. */
  static Map<String, ClassNode> rename(Map<String, ClassNode> classes, Map<String, String> names) {
    if (names.isEmpty() || !isOneToOne(classes.keySet(), names)) {
      return classes;
    }
    Map<String, ClassNode> renamed = new TreeMap<>();
    SimpleRemapper mapper = new SimpleRemapper(org.objectweb.asm.Opcodes.ASM9, names);
    for (ClassNode node : classes.values()) {
      ClassNode copy = new ClassNode();
      node.accept(new ClassRemapper(copy, mapper));
      renamed.put(copy.name, copy);
    }
    return renamed;
  }

  private static boolean isOneToOne(Collection<String> all, Map<String, String> names) {
    Set<String> results = new HashSet<>();
    return all.stream().allMatch(name -> results.add(names.getOrDefault(name, name)));
  }
}
