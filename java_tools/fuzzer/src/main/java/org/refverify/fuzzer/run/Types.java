package org.refverify.fuzzer.run;

/** Classes by the names that recipes and descriptors use. */
final class Types {
  private static final Class<?>[] PRIMITIVES = {
    boolean.class,
    byte.class,
    char.class,
    short.class,
    int.class,
    long.class,
    float.class,
    double.class,
    void.class
  };

  private Types() {}

  /** A class by binary name, {@code int}, {@code pkg.Type[]} or {@code [Lpkg.Type;}. */
  static Class<?> named(String name, ClassLoader loader) throws ClassNotFoundException {
    for (Class<?> primitive : PRIMITIVES) {
      if (primitive.getName().equals(name)) {
        return primitive;
      }
    }
    if (name.endsWith("[]")) {
      Class<?> element = named(name.substring(0, name.length() - 2), loader);
      return java.lang.reflect.Array.newInstance(element, 0).getClass();
    }
    return Class.forName(name, false, loader);
  }
}
