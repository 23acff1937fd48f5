package org.refverify.prover.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.verdict.MethodId;

/**
 * The classes of one version: its own classes (changed or scanned) with code, all others with their
 * declarations only, and the hierarchy of both. A class file may claim to extend itself, so each
 * walk up the hierarchy visits a class only once.
 */
public final class ClassWorld {
  private static final String OBJECT = "java/lang/Object";

  private final Map<String, ClassNode> own;
  private final ClassLookup source;
  private final Map<String, Optional<ClassNode>> others = new HashMap<>();
  private final Map<String, Set<String>> unfound = new HashMap<>();
  private final Map<MethodNode, Method> methods = new IdentityHashMap<>();
  private final Map<String, String> sourceNames;

  /**
   * A method and the class that declares it.
   *
   * @param owner declaring class
   * @param method its declaration
   */
  public record DeclaredMethod(ClassNode owner, MethodNode method) {

    public boolean is(int flag) {
      return (method.access & flag) != 0;
    }

    public MethodId id() {
      return Method.idOf(owner, method);
    }
  }

  /**
   * A field and the class that declares it.
   *
   * @param owner declaring class
   * @param field its declaration
   */
  public record DeclaredField(ClassNode owner, FieldNode field) {}

  /** Classes under the names that their sources give them. */
  public ClassWorld(Map<String, ClassNode> own, ClassLookup source) {
    this(own, source, Map.of());
  }

  /** Classes that were renamed, with the names from their sources. */
  public ClassWorld(
      Map<String, ClassNode> own, ClassLookup source, Map<String, String> sourceNames) {
    // Iterates in the order of the names, but finds classes by hash.
    this.own = new LinkedHashMap<>(new TreeMap<>(own));
    this.source = source;
    this.sourceNames = new HashMap<>(sourceNames);
  }

  /**
   * Reads the class files of a version.
   *
   * @throws UnreadableClass a file is not a class file
   */
  public static Map<String, ClassNode> read(CompiledVersion version) {
    Map<String, ClassNode> nodes = new TreeMap<>();
    version
        .classes()
        .forEach(
            (name, file) -> {
              ClassNode node = ClassReading.node(name, file, ClassReader.SKIP_FRAMES);
              nodes.put(node.name, node);
            });
    return nodes;
  }

  /** The version's own classes, in the order of their names. */
  public Collection<ClassNode> own() {
    return own.values();
  }

  /** One of the version's own classes; null if it is not one. */
  public ClassNode own(String name) {
    return own.get(name);
  }

  /** Any class; null if it is missing. */
  public ClassNode find(String name) {
    ClassNode mine = own.get(name);
    return mine != null ? mine : others.computeIfAbsent(name, this::load).orElse(null);
  }

  /**
   * A class of the version's tree with its code, compared or not; null if the tree has no such
   * class.
   */
  public ClassNode inTree(String name) {
    ClassNode mine = own.get(name);
    return mine == null && source.isOfTree(name) ? find(name) : mine;
  }

  /** See {@link ClassLookup#isCompiledAlike}. */
  public boolean isCompiledAlike(ClassNode node) {
    return source.isCompiledAlike(sourceName(node.name));
  }

  private Optional<ClassNode> load(String name) {
    byte[] file = source.find(name);
    if (file == null) {
      return Optional.empty();
    }
    int code = source.isOfTree(name) ? ClassReader.SKIP_FRAMES : ClassReader.SKIP_CODE;
    return Optional.of(ClassReading.node(name, file, code | ClassReader.SKIP_DEBUG));
  }

  /** The superclasses and interfaces of a class that can be found, nearest first. */
  public List<ClassNode> above(String name) {
    return new ArrayList<>(walk(name, new ArrayList<>()).values());
  }

  /**
   * What the JVM initialises before a class: its superclasses, and the inherited interfaces that
   * have instance methods with code. It initialises nothing before an interface.
   */
  public List<ClassNode> initialisedBefore(ClassNode node) {
    return isInterface(node)
        ? List.of()
        : above(node.name).stream()
            .filter(each -> !isInterface(each) || hasObjectsCode(each))
            .toList();
  }

  private static boolean isInterface(ClassNode node) {
    return (node.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Whether an interface has an instance method with code. */
  public static boolean hasObjectsCode(ClassNode node) {
    return node.methods.stream()
        .anyMatch(each -> (each.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0);
  }

  /** Supertypes of a class that cannot be found; what the class inherits is then unknown. */
  public List<String> missingAbove(String name) {
    List<String> missing = new ArrayList<>();
    walk(name, missing);
    return missing;
  }

  private Map<String, ClassNode> walk(String name, List<String> missing) {
    Map<String, ClassNode> seen = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>(parents(name, missing));
    while (!open.isEmpty()) {
      String next = open.poll();
      if (seen.containsKey(next) || missing.contains(next)) {
        continue;
      }
      ClassNode node = find(next);
      if (node == null) {
        missing.add(next);
      } else {
        seen.put(next, node);
        open.addAll(parents(next, missing));
      }
    }
    return seen;
  }

  private List<String> parents(String name, List<String> missing) {
    ClassNode node = find(name);
    if (node == null) {
      missing.add(name);
      return List.of();
    }
    List<String> all = new ArrayList<>();
    if (node.superName != null) {
      all.add(node.superName);
    }
    all.addAll(node.interfaces);
    missing.addAll(unfound.computeIfAbsent(name, source::missingSupertypes));
    return all;
  }

  /** Whether the first class certainly is the second one or a subtype of it. */
  public boolean isSubtype(String sub, String sup) {
    return sub.equals(sup)
        || sup.equals(OBJECT)
        || !sub.startsWith("[") && walk(sub, new ArrayList<>()).containsKey(sup);
  }

  /** Whether the first class is the second one or extends it, so that it is initialised later. */
  public boolean isSubclass(String sub, String sup) {
    Set<String> seen = new HashSet<>();
    ClassNode node = find(sub);
    while (node != null && seen.add(node.name)) {
      if (node.name.equals(sup)) {
        return true;
      }
      node = superclass(node);
    }
    return false;
  }

  private ClassNode superclass(ClassNode node) {
    return node.superName == null ? null : find(node.superName);
  }

  /** One of the version's own methods; null if there is none. */
  public Method method(MethodId id) {
    ClassNode node = own.get(id.owner());
    MethodNode found = node == null ? null : declared(node, id.name(), id.descriptor());
    return found == null ? null : method(node, found);
  }

  /** The one object for a method of an own class. */
  public Method method(ClassNode owner, MethodNode node) {
    return methods.computeIfAbsent(node, n -> new Method(owner, n, sourceName(owner.name)));
  }

  /** The internal name that the source gives a class. */
  public String sourceName(String name) {
    return sourceNames.getOrDefault(name, name);
  }

  /** The code of a declaration; null if its class is not one of the version's own. */
  public Method code(DeclaredMethod declared) {
    boolean mine = declared != null && own.get(declared.owner().name) == declared.owner();
    return mine ? method(declared.owner(), declared.method()) : null;
  }

  /** Whether the class has native methods: native code finds members by name. */
  public static boolean hasNative(ClassNode node) {
    return node.methods.stream().anyMatch(method -> (method.access & Opcodes.ACC_NATIVE) != 0);
  }

  /**
   * The package of a class as an internal name that ends with a slash; empty for the unnamed
   * package.
   */
  public static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** The method that the class declares; null if it declares none. */
  public static MethodNode declared(ClassNode node, String name, String descriptor) {
    for (MethodNode method : node.methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor)) {
        return method;
      }
    }
    return null;
  }

  /**
   * Resolves a method as the JVM does (JVMS 5.4.3.3, 5.4.3.4).
   *
   * @return null if it is not found, or if a class is missing in which it might be declared
   */
  public DeclaredMethod resolve(String owner, String name, String descriptor) {
    if (owner.startsWith("[")) {
      return null;
    }
    Set<String> seen = new HashSet<>();
    String next = owner;
    while (next != null && seen.add(next)) {
      ClassNode node = find(next);
      if (node == null) {
        return null;
      }
      MethodNode found = declared(node, name, descriptor);
      if (found != null) {
        return new DeclaredMethod(node, found);
      }
      if (name.equals("<init>")) {
        return null;
      }
      next = node.superName;
    }
    return inInterfaces(owner, name, descriptor);
  }

  private DeclaredMethod inInterfaces(String owner, String name, String descriptor) {
    if (!missingAbove(owner).isEmpty()) {
      return null;
    }
    List<DeclaredMethod> found = new ArrayList<>();
    for (ClassNode node : above(owner)) {
      MethodNode method = declared(node, name, descriptor);
      boolean inherited =
          method != null && (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0;
      if (inherited && (node.access & Opcodes.ACC_INTERFACE) != 0) {
        found.add(new DeclaredMethod(node, method));
      }
    }
    List<DeclaredMethod> nearest = found.stream().filter(one -> isNearest(one, found)).toList();
    List<DeclaredMethod> withCode =
        nearest.stream().filter(one -> !one.is(Opcodes.ACC_ABSTRACT)).toList();
    if (withCode.size() == 1) {
      return withCode.get(0);
    }
    return nearest.isEmpty() || withCode.size() > 1 ? null : nearest.get(0);
  }

  private boolean isNearest(DeclaredMethod one, List<DeclaredMethod> all) {
    return all.stream()
        .noneMatch(
            other ->
                other.owner() != one.owner() && isSubtype(other.owner().name, one.owner().name));
  }

  /**
   * Resolves a field as the JVM does (JVMS 5.4.3.2).
   *
   * @return null if it is not found
   */
  public DeclaredField field(String owner, String name, String descriptor) {
    return field(owner, name, descriptor, new HashSet<>());
  }

  private DeclaredField field(String owner, String name, String descriptor, Set<String> seen) {
    ClassNode node = seen.add(owner) ? find(owner) : null;
    if (node == null) {
      return null;
    }
    for (FieldNode field : node.fields) {
      if (field.name.equals(name) && field.desc.equals(descriptor)) {
        return new DeclaredField(node, field);
      }
    }
    for (String parent : node.interfaces) {
      DeclaredField found = field(parent, name, descriptor, seen);
      if (found != null) {
        return found;
      }
    }
    return node.superName == null ? null : field(node.superName, name, descriptor, seen);
  }

  /** The first own subclass of a class that declares this instance method. */
  public Optional<ClassNode> overriderBelow(ClassNode top, MethodNode method) {
    return own.values().stream()
        .filter(node -> node != top)
        .filter(node -> declared(node, method.name, method.desc) != null)
        .filter(node -> isSubtype(node.name, top.name))
        .findFirst();
  }
}
