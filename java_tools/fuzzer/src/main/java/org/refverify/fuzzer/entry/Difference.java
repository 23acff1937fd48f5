package org.refverify.fuzzer.entry;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The differences between the byte codes of two versions after irrelevant details are normalised.
 */
public final class Difference {
  /** Methods of the old version whose code differs or that have no counterpart. */
  public final SortedSet<MethodName> old = new TreeSet<MethodName>();

  /** The same for the new version. */
  public final SortedSet<MethodName> fresh = new TreeSet<MethodName>();

  /**
   * Changed source lines of the old version by binary class name; empty without debug information.
   */
  public final SortedMap<String, SortedSet<Integer>> oldLines =
      new TreeMap<String, SortedSet<Integer>>();

  /** The same for the new version. */
  public final SortedMap<String, SortedSet<Integer>> freshLines =
      new TreeMap<String, SortedSet<Integer>>();

  /** The given renames, and those for the compiler's numbers of anonymous classes. */
  public final Renames renames;

  /**
   * Methods of the old version that override an external method, but no longer do in the new one.
   */
  PlatformOverrides oldOverrides = PlatformOverrides.NONE;

  /** Methods of the new version that override an external method, but did not in the old one. */
  PlatformOverrides freshOverrides = PlatformOverrides.NONE;

  private Difference(Renames renames) {
    this.renames = renames;
  }

  /** Compares all own classes. */
  public static Difference between(ClassSet old, ClassSet fresh, Renames renames) {
    Renames paired = NumberedClasses.pair(old, fresh, renames);
    Difference difference = new Difference(paired);
    Renames back = paired.inverse();
    for (String name : old.names()) {
      ClassNode before = old.node(name);
      ClassNode after = fresh.node(paired.className(name));
      difference.compare(codes(old, before, paired), codes(fresh, after, Renames.NONE));
    }
    for (String name : fresh.names()) {
      if (!old.owns(back.className(name))) {
        SortedMap<MethodName, Code> none = new TreeMap<MethodName, Code>();
        difference.compare(none, codes(fresh, fresh.node(name), Renames.NONE));
      }
    }
    difference.oldOverrides = PlatformOverrides.of(old, difference.old, fresh, paired);
    difference.freshOverrides = PlatformOverrides.of(fresh, difference.fresh, old, back);
    return difference;
  }

  /**
   * A method of an open class that overrides an external one in one version only; null if there is
   * none.
   */
  public MethodName overriding() {
    SortedSet<MethodName> found = new TreeSet<MethodName>(oldOverrides.open);
    found.addAll(freshOverrides.open);
    return found.isEmpty() ? null : found.first();
  }

  /** Whether no method's code differs. */
  public boolean isEmpty() {
    return old.isEmpty() && fresh.isEmpty();
  }

  private void compare(Map<MethodName, Code> olds, Map<MethodName, Code> news) {
    for (Map.Entry<MethodName, Code> method : olds.entrySet()) {
      MethodName twin = renames.method(method.getKey());
      Code code = news.remove(twin);
      if (code == null) {
        old.add(method.getKey());
        addAll(method.getValue(), method.getKey().owner, oldLines);
      } else if (!code.sameAs(method.getValue())) {
        old.add(method.getKey());
        fresh.add(twin);
        addChanged(method, twin, code);
      }
    }
    for (Map.Entry<MethodName, Code> method : news.entrySet()) {
      fresh.add(method.getKey());
      addAll(method.getValue(), method.getKey().owner, freshLines);
    }
  }

  private void addChanged(Map.Entry<MethodName, Code> method, MethodName twin, Code code) {
    Alignment alignment = new Alignment(method.getValue(), code);
    lines(method.getKey().owner, oldLines).addAll(alignment.left);
    lines(twin.owner, freshLines).addAll(alignment.right);
  }

  private static void addAll(Code code, String owner, SortedMap<String, SortedSet<Integer>> lines) {
    for (int line : code.lines) {
      if (line > 0) {
        lines(owner, lines).add(line);
      }
    }
  }

  private static SortedSet<Integer> lines(
      String owner, SortedMap<String, SortedSet<Integer>> lines) {
    SortedSet<Integer> found = lines.get(owner);
    if (found == null) {
      found = new TreeSet<Integer>();
      lines.put(owner, found);
    }
    return found;
  }

  /** Methods with code; constants of static fields belong to the static initialiser. */
  private static SortedMap<MethodName, Code> codes(ClassSet set, ClassNode node, Renames renames) {
    SortedMap<MethodName, Code> codes = new TreeMap<MethodName, Code>();
    if (node == null) {
      return codes;
    }
    String owner = node.name.replace('/', '.');
    for (MethodNode method : node.methods) {
      boolean bare = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0;
      if (!bare && !Code.isInlined(method)) {
        Code code = new Code(node, method, renames);
        addHiding(set, method, renames, code);
        codes.put(new MethodName(owner, method.name, method.desc), code);
      }
    }
    addConstants(node, owner, renames, codes);
    return codes;
  }

  /**
   * Adds the declaring class of a field if one field hides another, because the same instruction
   * may then mean another field.
   */
  private static void addHiding(ClassSet set, MethodNode method, Renames renames, Code code) {
    for (AbstractInsnNode at : method.instructions.toArray()) {
      if (at instanceof FieldInsnNode) {
        FieldInsnNode field = (FieldInsnNode) at;
        List<String> owners =
            HiddenFields.declaring(set, field.owner.replace('/', '.'), field.name);
        if (owners.size() > 1) {
          code.flow.append(" in ").append(renames.className(owners.get(0)));
        }
      }
    }
  }

  private static void addConstants(
      ClassNode node, String owner, Renames renames, SortedMap<MethodName, Code> codes) {
    SortedMap<String, Object> constants = new TreeMap<String, Object>();
    for (FieldNode field : node.fields) {
      if (field.value != null) {
        constants.put(field.name, field.value);
      }
    }
    if (constants.isEmpty()) {
      return;
    }
    MethodName name = new MethodName(owner, "<clinit>", "()V");
    Code code = codes.get(name);
    if (code == null) {
      MethodNode none = new MethodNode(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
      code = new Code(node, none, renames);
      codes.put(name, code);
    }
    code.flow.append(constants);
  }
}
