package org.refverify.fuzzer.run;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.entry.MethodName;

/** Finds methods and constructors of one loader by name and descriptor, each once. */
final class Executables {
  private final ClassLoader loader;
  private final Map<MethodName, Callee> known = new HashMap<MethodName, Callee>();

  Executables(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The method, made accessible; {@code <init>} for a constructor.
   *
   * @throws ReflectiveOperationException there is no such member
   * @throws LinkageError a class that it needs is missing
   */
  Callee find(String owner, String name, String descriptor) throws ReflectiveOperationException {
    MethodName key = new MethodName(owner, name, descriptor);
    Callee found = known.get(key);
    if (found == null) {
      found = find(Class.forName(owner, false, loader), name, descriptor);
      known.put(key, found);
    }
    return found;
  }

  private static Callee find(Class<?> type, String name, String descriptor)
      throws ReflectiveOperationException {
    try {
      Executable found =
          name.equals("<init>") ? constructor(type, descriptor) : method(type, name, descriptor);
      open(found);
      return Callee.of(found);
    } catch (NoClassDefFoundError ofAnyMember) {
      return Callee.of(type, name, descriptor);
    }
  }

  /** Opens a member to reflection if the platform allows it. */
  static void open(AccessibleObject member) {
    try {
      member.setAccessible(true);
    } catch (RuntimeException closed) {
      return;
    }
  }

  private static Constructor<?> constructor(Class<?> type, String descriptor)
      throws NoSuchMethodException {
    for (Constructor<?> candidate : type.getDeclaredConstructors()) {
      if (Type.getConstructorDescriptor(candidate).equals(descriptor)) {
        return candidate;
      }
    }
    throw new NoSuchMethodException(type.getName() + descriptor);
  }

  private static Method method(Class<?> type, String name, String descriptor)
      throws NoSuchMethodException {
    Deque<Class<?>> open = new ArrayDeque<Class<?>>();
    open.add(type);
    while (!open.isEmpty()) {
      Class<?> at = open.remove();
      for (Method candidate : at.getDeclaredMethods()) {
        if (candidate.getName().equals(name)
            && Type.getMethodDescriptor(candidate).equals(descriptor)) {
          return candidate;
        }
      }
      if (at.getSuperclass() != null) {
        open.add(at.getSuperclass());
      }
      for (Class<?> above : at.getInterfaces()) {
        open.add(above);
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name + descriptor);
  }
}
