package org.refverify.fuzzer.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Content;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Constant;

/** The classes of both versions: a class, method or field counts only if both versions have it. */
final class CommonClasses {
  private static final Set<String> BUILDS =
      new HashSet<String>(Arrays.asList("build", "get", "create", "make"));

  private final ClassFiles old;
  private final ClassFiles fresh;
  private final Renames renames;
  private final Map<String, ClassShape> known = new HashMap<String, ClassShape>();
  private final Map<String, List<ClassShape>> below = new HashMap<String, List<ClassShape>>();
  private List<ClassShape> own;
  private Map<String, List<Product>> products;

  CommonClasses(ClassFiles old, ClassFiles fresh, Renames renames) {
    this.old = old;
    this.fresh = fresh;
    this.renames = renames;
  }

  /** The declarations of a class that both versions have; null if one version lacks the class. */
  ClassShape of(String name) {
    if (!known.containsKey(name)) {
      known.put(name, common(name));
    }
    return known.get(name);
  }

  private ClassShape common(String name) {
    byte[] before = old.bytes(name);
    if (before == null) {
      byte[] platform = platform(name);
      return platform == null ? null : ClassShape.read(platform);
    }
    byte[] after = fresh.bytes(renames.className(name));
    if (after == null) {
      return null;
    }
    ClassShape shape = ClassShape.read(before);
    if (!Arrays.equals(before, after)) {
      keepCommon(shape, ClassShape.read(after));
    }
    return shape;
  }

  private void keepCommon(ClassShape shape, ClassShape other) {
    for (ClassShape.Method mine : new ArrayList<ClassShape.Method>(shape.methods.values())) {
      MethodName name = renames.method(new MethodName(shape.name, mine.name, mine.descriptor));
      ClassShape.Method twin = other.methods.get(name.name + name.descriptor);
      if (twin == null
          || !name.owner.equals(other.name)
          || twin.is(Opcodes.ACC_STATIC) != mine.is(Opcodes.ACC_STATIC)) {
        shape.methods.remove(mine.name + mine.descriptor);
      }
    }
    Set<String> fields = new HashSet<String>();
    for (ClassShape.Field field : other.fields) {
      fields.add(field.name + field.descriptor);
    }
    for (ClassShape.Field field : new ArrayList<ClassShape.Field>(shape.fields)) {
      if (!fields.contains(field.name + renames.descriptor(field.descriptor))) {
        shape.fields.remove(field);
      }
    }
  }

  private static byte[] platform(String name) {
    String path = name.replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
      if (in == null || path.startsWith("org/refverify/")) {
        return null;
      }
      return Content.of(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Whether {@code name} is {@code ancestor} or a subtype of it. */
  boolean isBelow(String name, String ancestor) {
    if (name.equals(ancestor) || ancestor.equals("java.lang.Object")) {
      return true;
    }
    ClassShape shape = of(name);
    if (shape == null) {
      return false;
    }
    if (shape.superName != null && isBelow(shape.superName, ancestor)) {
      return true;
    }
    for (String face : shape.interfaces) {
      if (isBelow(face, ancestor)) {
        return true;
      }
    }
    return false;
  }

  /** The project's own concrete subtypes of a class or interface, including itself, by name. */
  List<ClassShape> concreteBelow(String name) {
    List<ClassShape> found = below.get(name);
    if (found == null) {
      found = new ArrayList<ClassShape>();
      ClassShape self = of(name);
      if (self != null && !self.isAbstract() && !self.isInterface()) {
        found.add(self);
      }
      for (ClassShape shape : own()) {
        if (!shape.name.equals(name)
            && !shape.isAbstract()
            && !shape.isInterface()
            && isBelow(shape.name, name)) {
          found.add(shape);
        }
      }
      below.put(name, found);
    }
    return found;
  }

  /** A method without parameters that creates an object from the state of its own object. */
  static final class Product {
    final ClassShape builder;
    final ClassShape.Method method;

    Product(ClassShape builder, ClassShape.Method method) {
      this.builder = builder;
      this.method = method;
    }
  }

  /** Methods of builders that return objects of exactly this class. */
  List<Product> products(String name) {
    if (products == null) {
      products = new HashMap<String, List<Product>>();
      for (ClassShape shape : own()) {
        for (ClassShape.Method method : shape.methods.values()) {
          addProduct(shape, method);
        }
      }
    }
    List<Product> found = products.get(name);
    return found == null ? Collections.<Product>emptyList() : found;
  }

  private void addProduct(ClassShape shape, ClassShape.Method method) {
    boolean builds = BUILDS.contains(method.name) && method.parameters.isEmpty();
    boolean open = !method.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_ABSTRACT);
    String made = method.result.className();
    if (builds && open && !shape.isAbstract() && !made.equals(shape.name)) {
      products.computeIfAbsent(made, n -> new ArrayList<Product>()).add(new Product(shape, method));
    }
  }

  /** The constants of an enum whose body is this class, as the enum's initialiser creates them. */
  List<Constant> constantsWithBody(ClassShape declaring, ClassShape body) {
    final List<Constant> found = new ArrayList<Constant>();
    final String made = body.name.replace('.', '/');
    new ClassReader(old.bytes(declaring.name))
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return name.equals("<clinit>") ? new Bodies(declaring.name, made, found) : null;
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }

  /** Finds the static fields that get objects of one class. */
  private static final class Bodies extends MethodVisitor {
    private final String owner;
    private final String made;
    private final List<Constant> found;
    private String last = "";

    Bodies(String owner, String made, List<Constant> found) {
      super(Opcodes.ASM9);
      this.owner = owner;
      this.made = made;
      this.found = found;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String type, String name, String descriptor, boolean isInterface) {
      last = name.equals("<init>") ? type : "";
    }

    @Override
    public void visitFieldInsn(int opcode, String type, String name, String descriptor) {
      if (opcode == Opcodes.PUTSTATIC && last.equals(made)) {
        found.add(new Constant(owner, name));
      }
      last = "";
    }
  }

  /** The project's own classes that both versions have. */
  List<ClassShape> own() {
    if (own == null) {
      own = new ArrayList<ClassShape>();
      Collection<String> names = new TreeSet<String>(old.names());
      for (String name : names) {
        ClassShape shape = of(name);
        if (shape != null && !name.endsWith("package-info") && !name.endsWith("module-info")) {
          own.add(shape);
        }
      }
    }
    return own;
  }
}
