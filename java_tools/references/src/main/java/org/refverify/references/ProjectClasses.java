package org.refverify.references;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.ClassWorld.DeclaredField;
import org.refverify.prover.world.ClassWorld.DeclaredMethod;

/** The class files of one version of a project, and the declarations of what they name. */
final class ProjectClasses {
  private final Map<String, byte[]> main;
  private final Map<String, byte[]> test;
  private final ClassWorld world;
  private Map<String, Set<String>> testsByMethod;

  /**
   * A version together with libraries.
   *
   * @param main class files by internal name
   * @param test class files by internal name; if both have a class, this one runs
   * @param libraries the class file of any other class, or null
   */
  ProjectClasses(
      Map<String, byte[]> main, Map<String, byte[]> test, Function<String, byte[]> libraries) {
    this.main = main;
    this.test = test;
    this.world =
        new ClassWorld(
            Map.of(),
            name -> {
              byte[] own = test.getOrDefault(name, main.get(name));
              return own != null ? own : libraries.apply(name);
            });
  }

  Map<String, byte[]> main() {
    return main;
  }

  Map<String, byte[]> test() {
    return test;
  }

  boolean isMain(String name) {
    return main.containsKey(name) && !test.containsKey(name);
  }

  boolean isOwn(String name) {
    return main.containsKey(name) || test.containsKey(name);
  }

  /** Some classes with their code; names that the version does not have are omitted. */
  static Map<String, ClassNode> read(Map<String, byte[]> files, Set<String> names) {
    return names.stream()
        .filter(files::containsKey)
        .collect(Collectors.toMap(Function.identity(), name -> read(files.get(name))));
  }

  /** One class with its code. */
  static ClassNode read(byte[] file) {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  /** The same member in the class that declares it; unchanged if that class is unknown. */
  Member declared(Member member) {
    if (member.isClass()) {
      return member;
    }
    if (member.isMethod()) {
      DeclaredMethod found = world.resolve(member.owner(), member.name(), member.descriptor());
      return found == null ? member : member.in(found.owner().name);
    }
    DeclaredField found = world.field(member.owner(), member.name(), member.descriptor());
    return found == null ? member : member.in(found.owner().name);
  }

  /** Whether a class of this version declares the member itself. */
  boolean declares(Member member) {
    ClassNode node = world.find(member.owner());
    if (node == null) {
      return false;
    }
    return member.isMethod()
        ? ClassWorld.declared(node, member.name(), member.descriptor()) != null
        : node.fields.stream().anyMatch(each -> each.name.equals(member.name()));
  }

  /** Whether a call of this method resolves. */
  boolean resolves(Member method) {
    return world.resolve(method.owner(), method.name(), method.descriptor()) != null;
  }

  /** Whether a test class below the given class declares a method of this name. */
  boolean isDeclaredByTestsBelow(String owner, String name) {
    if (testsByMethod == null) {
      testsByMethod = new HashMap<>();
      for (ClassNode node : read(test, test.keySet()).values()) {
        for (MethodNode method : node.methods) {
          testsByMethod.computeIfAbsent(method.name, each -> new HashSet<>()).add(node.name);
        }
      }
    }
    return testsByMethod.getOrDefault(name, Set.of()).stream()
        .anyMatch(each -> isSubtype(each, owner));
  }

  /**
   * The power that a member of a library gives; an enum and its constants are values and give none.
   */
  Optional<PowerGroup> power(Member member) {
    return isOfEnum(member) ? Optional.empty() : PowerGroup.of(member);
  }

  private boolean isOfEnum(Member member) {
    if (member.isMethod()) {
      return false;
    }
    ClassNode node = world.find(member.owner());
    return node != null
        && (node.access & Opcodes.ACC_ENUM) != 0
        && (member.isClass() || member.descriptor().equals("L" + member.owner() + ";"));
  }

  boolean isSubtype(String sub, String sup) {
    return world.isSubtype(sub, sup);
  }

  /** The library method that a method of this version overrides; null if there is none. */
  Member overridden(ClassNode node, MethodNode method) {
    for (ClassNode above : world.above(node.name)) {
      if (!isOwn(above.name) && ClassWorld.declared(above, method.name, method.desc) != null) {
        return new Member(above.name, method.name, method.desc);
      }
    }
    return null;
  }
}
