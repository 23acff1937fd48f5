package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** Finds the members of a class that create its objects and change them. */
final class Members {
  private static final String[] CHANGES = {
    "set",
    "add",
    "put",
    "push",
    "append",
    "insert",
    "with",
    "offer",
    "enqueue",
    "register",
    "link",
    "connect",
    "include",
    "attach",
    "update",
    "increment"
  };
  private static final Set<String> AVOIDED =
      new HashSet<String>(
          Arrays.asList(
              "main",
              "close",
              "wait",
              "notify",
              "notifyAll",
              "run",
              "start",
              "stop",
              "finalize",
              "exit",
              "shutdown",
              "writeObject",
              "readObject",
              "hashCode",
              "equals",
              "toString",
              "clone",
              "compareTo",
              "setUp",
              "tearDown",
              "removeAll"));
  private static final String[] UNSAFE = {
    "java.lang.Thread",
    "java.lang.ClassLoader",
    "java.lang.Process",
    "java.lang.Runtime",
    "java.lang.ThreadGroup",
    "java.net.",
    "java.nio.channels.",
    "javax.",
    "java.awt.",
    "java.rmi.",
    "java.sql.",
    "java.util.concurrent.Executor",
    "java.util.concurrent.ForkJoin",
    "java.util.concurrent.ThreadPool",
    "java.util.concurrent.Scheduled",
    "java.util.Timer",
    "java.lang.reflect.",
    "java.lang.invoke.",
    "java.security.",
    "sun.",
    "com.sun.",
    "jdk."
  };
  private final Makers makers;

  Members(Makers makers) {
    this.makers = makers;
  }

  /**
   * Whether a class may be used: false for platform classes that are not public or would affect the
   * outside world.
   */
  boolean isUsable(ClassShape shape) {
    for (String prefix : UNSAFE) {
      if (shape.name.startsWith(prefix)) {
        return false;
      }
    }
    return !shape.name.startsWith("java.") || shape.is(Opcodes.ACC_PUBLIC);
  }

  void fill(ObjectMaker maker, ClassShape shape) {
    maker.constants.addAll(makers.constants(shape));
    if (shape.isEnum() || isBodyOfConstant(shape)) {
      return;
    }
    boolean platform = shape.name.startsWith("java.");
    List<ClassShape.Method> creating = new ArrayList<ClassShape.Method>();
    for (ClassShape.Method method : shape.methods.values()) {
      if (method.isConstructor() ? !shape.isAbstract() : isFactory(method, shape)) {
        if (!platform || method.is(Opcodes.ACC_PUBLIC)) {
          creating.add(method);
        }
      }
    }
    List<CommonClasses.Product> products =
        platform
            ? Collections.<CommonClasses.Product>emptyList()
            : makers.shapes.products(shape.name);
    for (ClassShape.Method method : preferred(creating)) {
      if (products.isEmpty() || !method.is(Opcodes.ACC_PRIVATE)) {
        maker.creators.add(creator(method, shape, shape));
      }
    }
    for (CommonClasses.Product product : products) {
      maker.creators.add(built(product));
    }
    if (!platform) {
      mutators(maker, shape);
    }
  }

  private Creator built(CommonClasses.Product product) {
    Maker builder = makers.of(JavaType.ofClass(product.builder.name));
    ClassShape.Method method = product.method;
    return new Creator(
        product.builder.name, method.name, method.descriptor, Collections.singletonList(builder));
  }

  private boolean isBodyOfConstant(ClassShape shape) {
    ClassShape above = above(shape);
    return above != null && above.isEnum();
  }

  private static List<ClassShape.Method> preferred(List<ClassShape.Method> all) {
    List<ClassShape.Method> open = new ArrayList<ClassShape.Method>();
    for (ClassShape.Method method : all) {
      if (!method.is(Opcodes.ACC_PRIVATE)) {
        open.add(method);
      }
    }
    List<ClassShape.Method> chosen = open.isEmpty() ? new ArrayList<ClassShape.Method>(all) : open;
    Collections.sort(
        chosen,
        Comparator.comparingInt((ClassShape.Method m) -> m.parameters.size())
            .thenComparing(m -> m.isConstructor() ? 0 : 1));
    return chosen;
  }

  private static boolean isFactory(ClassShape.Method method, ClassShape shape) {
    if (!method.is(Opcodes.ACC_STATIC)
        || method.is(Opcodes.ACC_PRIVATE)
        || !method.result.descriptor.equals("L" + shape.name.replace('.', '/') + ";")) {
      return false;
    }
    for (JavaType parameter : method.parameters) {
      if (parameter.descriptor.equals(method.result.descriptor)) {
        return false;
      }
    }
    return true;
  }

  private void mutators(ObjectMaker maker, ClassShape shape) {
    Set<String> seen = new HashSet<String>();
    for (ClassShape at = shape; at != null && !at.name.startsWith("java."); at = above(at)) {
      for (ClassShape.Method method : at.methods.values()) {
        if (method.name.equals("close") && method.descriptor.equals("()V") && isOpen(method)) {
          maker.closing = maker.closing == null ? creator(method, at, at) : maker.closing;
        }
        if (isMutator(method, at) && seen.add(method.name + method.descriptor)) {
          maker.mutators.add(creator(method, at, at));
        }
      }
    }
  }

  private ClassShape above(ClassShape shape) {
    return shape.superName == null ? null : makers.shapes.of(shape.superName);
  }

  private static boolean isOpen(ClassShape.Method method) {
    return !method.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_ABSTRACT);
  }

  private static boolean isMutator(ClassShape.Method method, ClassShape shape) {
    if (method.isConstructor()
        || method.name.startsWith("<")
        || !isOpen(method)
        || AVOIDED.contains(method.name)) {
      return false;
    }
    if (method.result.descriptor.equals("V")
        || method.result.descriptor.equals("L" + shape.name.replace('.', '/') + ";")) {
      return method.parameters.size() <= 4;
    }
    for (String prefix : CHANGES) {
      if (method.name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private Creator creator(ClassShape.Method method, ClassShape owner, ClassShape scope) {
    List<Maker> arguments = new ArrayList<Maker>();
    for (JavaType parameter : method.parameters) {
      arguments.add(makers.of(Scope.of(parameter, method.bounds, scope.bounds)));
    }
    return new Creator(owner.name, method.name, method.descriptor, arguments);
  }
}
