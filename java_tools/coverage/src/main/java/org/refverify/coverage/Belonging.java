package org.refverify.coverage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the method around a lambda or a local or anonymous class: for lambdas, the method whose
 * {@code invokedynamic} names the synthetic body; for classes, the {@code EnclosingMethod}
 * attribute.
 */
final class Belonging {
  private final Map<String, String> makerOfLambda = new HashMap<>();
  private final Map<String, String> methodAroundClass = new HashMap<>();
  private final Map<String, String> classAroundClass = new HashMap<>();

  /** A method of a class file, by internal class name, name and descriptor. */
  static String key(String type, String name, String descriptor) {
    return type.replace('/', '.') + "#" + name + descriptor;
  }

  /** Adds the facts of one class file. */
  void add(ClassReader file) {
    file.accept(new Facts(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** The methods around a method, innermost first; empty for most. */
  List<String> around(String type, String name, String descriptor) {
    Set<String> found = new LinkedHashSet<>();
    String method = key(type, name, descriptor);
    // Forged class files may contain a cycle.
    for (String outer = outer(type, method); outer != null && found.add(outer); ) {
      outer = outer(outer.substring(0, outer.indexOf('#')).replace('.', '/'), outer);
    }
    found.remove(method);
    return new ArrayList<>(found);
  }

  private String outer(String type, String method) {
    String maker = makerOfLambda.get(method);
    if (maker != null) {
      return maker;
    }
    Set<String> seen = new LinkedHashSet<>();
    for (String at = type; at != null && seen.add(at); at = classAroundClass.get(at)) {
      String around = methodAroundClass.get(at);
      if (around != null) {
        return around;
      }
    }
    return null;
  }

  private final class Facts extends ClassVisitor {
    private String type;
    private final Set<String> synthetic = new LinkedHashSet<>();
    private final Map<String, String> named = new HashMap<>();

    Facts() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] types) {
      type = name;
    }

    @Override
    public void visitOuterClass(String owner, String method, String descriptor) {
      if (method != null) {
        methodAroundClass.put(type, key(owner, method, descriptor));
      }
    }

    @Override
    public void visitInnerClass(String name, String outer, String simpleName, int access) {
      if (name.equals(type) && outer != null) {
        classAroundClass.put(type, outer);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      String method = key(type, name, descriptor);
      if ((access & Opcodes.ACC_SYNTHETIC) != 0) {
        synthetic.add(method);
      }
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitInvokeDynamicInsn(
            String call, String shape, Handle bootstrap, Object... arguments) {
          for (Object argument : arguments) {
            if (argument instanceof Handle body && body.getOwner().equals(type)) {
              named.putIfAbsent(key(type, body.getName(), body.getDesc()), method);
            }
          }
        }
      };
    }

    @Override
    public void visitEnd() {
      // A reference to a method that the source declares does not make it part of another method.
      named.keySet().retainAll(synthetic);
      makerOfLambda.putAll(named);
    }
  }
}
