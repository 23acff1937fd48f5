package org.refverify.fuzzer.run;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Objects without a constructor call. */
final class Allocation {
  private Allocation() {}

  static Object of(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    Method allocate = unsafe.getMethod("allocateInstance", Class.class);
    try {
      return allocate.invoke(instance.get(null), type);
    } catch (InvocationTargetException failed) {
      throw new InstantiationException(type.getName() + ": " + failed.getCause());
    }
  }
}
