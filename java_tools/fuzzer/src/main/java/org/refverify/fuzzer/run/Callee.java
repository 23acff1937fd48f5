package org.refverify.fuzzer.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A method or constructor that can be called. */
final class Callee {
  private static final MethodHandles.Lookup LOOKUP = lookup();

  private final Executable executable;
  private final MethodHandle handle;
  private final boolean takesReceiver;

  private Callee(Executable executable, MethodHandle handle, boolean takesReceiver) {
    this.executable = executable;
    this.handle = handle;
    this.takesReceiver = takesReceiver;
  }

  static Callee of(Executable executable) {
    boolean isMethod = executable instanceof Method;
    return new Callee(executable, null, isMethod && !Modifier.isStatic(executable.getModifiers()));
  }

  /**
   * Resolves only one member: reflection would resolve the types of all members of a class, and
   * fail for all of them if one type is missing.
   *
   * @throws ReflectiveOperationException there is no such member
   * @throws LinkageError a type of its descriptor is missing
   */
  static Callee of(Class<?> type, String name, String descriptor)
      throws ReflectiveOperationException {
    if (LOOKUP == null) {
      throw new NoClassDefFoundError(type.getName() + " needs a class that is missing");
    }
    MethodType shape = shape(type, descriptor);
    if (name.equals("<init>")) {
      return new Callee(null, LOOKUP.findConstructor(type, shape), false);
    }
    try {
      return new Callee(null, LOOKUP.findVirtual(type, name, shape), true);
    } catch (IllegalAccessException isStatic) {
      return new Callee(null, LOOKUP.findStatic(type, name, shape), false);
    }
  }

  /** Whether it is an instance method. */
  boolean takesReceiver() {
    return takesReceiver;
  }

  /**
   * Calls it.
   *
   * @throws InvocationTargetException the exception that it threw
   * @throws ReflectiveOperationException it could not be called
   */
  Object call(Object receiver, Object[] arguments) throws ReflectiveOperationException {
    if (handle != null) {
      return callHandle(receiver, arguments);
    }
    return executable instanceof Constructor
        ? ((Constructor<?>) executable).newInstance(arguments)
        : ((Method) executable).invoke(receiver, arguments);
  }

  private Object callHandle(Object receiver, Object[] arguments) throws InvocationTargetException {
    List<Object> values = new ArrayList<Object>(Arrays.asList(arguments));
    if (takesReceiver) {
      if (receiver == null) {
        throw new NullPointerException();
      }
      values.add(0, receiver);
    }
    try {
      return handle.invokeWithArguments(values);
    } catch (Throwable thrown) {
      throw new InvocationTargetException(thrown);
    }
  }

  private static MethodType shape(Class<?> type, String descriptor) {
    try {
      return MethodType.fromMethodDescriptorString(descriptor, type.getClassLoader());
    } catch (TypeNotPresentException missing) {
      throw new NoClassDefFoundError(missing.typeName().replace('.', '/'));
    }
  }

  /** A lookup that may call anything; null if the platform does not allow it. */
  private static MethodHandles.Lookup lookup() {
    try {
      Field field = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
      field.setAccessible(true);
      return (MethodHandles.Lookup) field.get(null);
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return null;
    }
  }
}
