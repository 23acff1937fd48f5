package org.refverify.fuzzer.entry;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods of one version that override a method of the platform or of a library, while the same
 * objects of the other version have the external method: for example a rename to {@code toString}.
 *
 * <p>Code that knows only the supertype reaches them, including code of the platform that receives
 * such an object. None of its instructions names the method.
 */
final class PlatformOverrides {
  /** No overrides on either side. */
  static final PlatformOverrides NONE =
      new PlatformOverrides(
          Collections.<MethodName>emptySortedSet(), Collections.<MethodName>emptySortedSet());

  private static final int FIXED = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;

  /** Types whose methods never call back into an object that they receive. */
  private static final Set<String> CLOSED = new HashSet<String>();

  static {
    Collections.addAll(CLOSED, "java.lang.String", "java.lang.Boolean", "java.lang.Character");
    Collections.addAll(CLOSED, "java.lang.Byte", "java.lang.Short", "java.lang.Integer");
    Collections.addAll(CLOSED, "java.lang.Long", "java.lang.Float", "java.lang.Double");
    Collections.addAll(CLOSED, "java.lang.StringBuilder", "java.lang.StringBuffer");
  }

  final SortedSet<MethodName> methods;

  /** The overrides in classes that other code can name, so that it may call the method. */
  final SortedSet<MethodName> open;

  private PlatformOverrides(SortedSet<MethodName> methods, SortedSet<MethodName> open) {
    this.methods = methods;
    this.open = open;
  }

  /** The overrides among the changed methods of a version, compared with the other version. */
  static PlatformOverrides of(
      ClassSet here, SortedSet<MethodName> changed, ClassSet there, Renames toThere) {
    SortedSet<MethodName> found = new TreeSet<MethodName>();
    SortedSet<MethodName> open = new TreeSet<MethodName>();
    Side mine = new Side(here);
    Side other = new Side(there);
    for (MethodName method : changed) {
      MethodNode node = mine.types.declared(method.owner, method.name, method.descriptor);
      if (node != null
          && (node.access & FIXED) == 0
          && !method.name.startsWith("<")
          && mine.inheritsForeign(method)
          && isForeignThere(method, mine, other, toThere)) {
        found.add(method);
        if (mine.types.isAccessible(method.owner)) {
          open.add(method);
        }
      }
    }
    return new PlatformOverrides(found, open);
  }

  /** One version together with the declarations of its external supertypes. */
  private static final class Side {
    final ClassSet set;
    final Hierarchy types;
    private final Map<String, Set<String>> declared = new HashMap<String, Set<String>>();

    Side(ClassSet set) {
      this.set = set;
      this.types = new Hierarchy(set);
    }

    /** Whether an external supertype of the owner declares such a method. */
    boolean inheritsForeign(MethodName method) {
      for (String type : types.allAbove(method.owner)) {
        if (!set.owns(type)) {
          if (!declared.containsKey(type)) {
            declared.put(type, overridable(set.classFile(type)));
          }
          if (declared.get(type).contains(method.name + method.descriptor)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  private static Set<String> overridable(byte[] file) {
    final Set<String> found = new HashSet<String>();
    if (file != null) {
      ClassVisitor visitor =
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
              if ((access & FIXED) == 0) {
                found.add(name + descriptor);
              }
              return null;
            }
          };
      new ClassReader(file).accept(visitor, ClassReader.SKIP_CODE);
    }
    return found;
  }

  /** Whether an object that has this method here has an external one instead there. */
  private static boolean isForeignThere(MethodName method, Side mine, Side other, Renames toThere) {
    SortedSet<String> receivers = new TreeSet<String>(mine.types.below(method.owner));
    receivers.add(method.owner);
    for (String receiver : receivers) {
      MethodName twin =
          new MethodName(
              toThere.className(receiver), method.name, toThere.descriptor(method.descriptor));
      if (mine.types.isConcrete(receiver)
          && other.set.owns(twin.owner)
          && other.types.resolve(twin.owner, twin.name, twin.descriptor) == null
          && other.inheritsForeign(twin)) {
        return true;
      }
    }
    return false;
  }

  /** The overriding methods that a call of an external method may reach. */
  SortedSet<MethodName> behind(
      ClassSet set, String owner, String name, String descriptor, boolean virtual) {
    if (methods.isEmpty() || set.owns(owner)) {
      return Collections.emptySortedSet();
    }
    if (takesObjects(owner, descriptor, virtual)) {
      return methods;
    }
    SortedSet<MethodName> found = new TreeSet<MethodName>();
    for (MethodName method : methods) {
      if (virtual && method.name.equals(name) && method.descriptor.equals(descriptor)) {
        found.add(method);
      }
    }
    return found;
  }

  private static boolean takesObjects(String owner, String descriptor, boolean virtual) {
    if (virtual && !CLOSED.contains(owner) && !owner.equals("java.lang.Object")) {
      return true;
    }
    for (Type each : Type.getArgumentTypes(descriptor)) {
      Type element = each.getSort() == Type.ARRAY ? each.getElementType() : each;
      if (element.getSort() == Type.OBJECT && !CLOSED.contains(element.getClassName())) {
        return true;
      }
    }
    return false;
  }
}
