package org.refverify.prover.compile;

import java.lang.reflect.InvocationTargetException;
import org.refverify.prover.world.CompiledVersion;

/** The compiled classes of the test's own sources, loaded and called. */
final class Loaded extends ClassLoader {
  private final CompiledVersion version;

  Loaded(CompiledVersion version) {
    super(Loaded.class.getClassLoader());
    this.version = version;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String internal = name.replace('.', '/');
    byte[] bytes = version.classes().get(internal);
    bytes = bytes == null ? version.world().find(internal) : bytes;
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** The result of a static method without parameters; its exceptions are thrown. */
  Object call(String type, String method) throws Throwable {
    try {
      var found = loadClass(type).getDeclaredMethod(method);
      found.setAccessible(true);
      return found.invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
