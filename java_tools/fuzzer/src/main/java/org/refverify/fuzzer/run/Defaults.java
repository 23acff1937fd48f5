package org.refverify.fuzzer.run;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Calls the default implementation of a method in a subject's interface. */
final class Defaults {
  private Defaults() {}

  static boolean has(Method method) {
    return method.isDefault() && method.getDeclaringClass().getClassLoader() != null;
  }

  static Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
    Class<?> type = method.getDeclaringClass();
    return lookup(type)
        .unreflectSpecial(method, type)
        .bindTo(proxy)
        .invokeWithArguments(arguments == null ? new Object[0] : arguments);
  }

  private static MethodHandles.Lookup lookup(Class<?> type) throws ReflectiveOperationException {
    try {
      Method privately =
          MethodHandles.class.getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class);
      return (MethodHandles.Lookup) privately.invoke(null, type, MethodHandles.lookup());
    } catch (NoSuchMethodException java8) {
      Constructor<MethodHandles.Lookup> constructor =
          MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
      constructor.setAccessible(true);
      return constructor.newInstance(type);
    }
  }
}
