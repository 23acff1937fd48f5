package org.refverify.fuzzer.compare;

import java.lang.reflect.Array;

/** The form of arrays; the identity of empty ones does not matter. */
final class ArrayForms {
  private static final String PRIMITIVES = "ZBCSIJFD";

  private ArrayForms() {}

  static char descriptor(Class<?> primitive) {
    return Array.newInstance(primitive, 0).getClass().getName().charAt(1);
  }

  static Form of(Class<?> type, Word element) {
    StringBuilder name = new StringBuilder(element.text);
    for (Class<?> at = type; at.isArray(); at = at.getComponentType()) {
      name.append("[]");
    }
    Word word = Word.of(name.toString());
    char kind = type.getComponentType().isPrimitive() ? descriptor(type.getComponentType()) : 'L';
    return (value, walk) -> {
      if (Array.getLength(value) == 0 || walk.enter(value)) {
        walk.sink.open(word, '[');
        write(value, kind, walk);
        walk.sink.close(']');
      }
    };
  }

  private static void write(Object array, char kind, GraphWalk walk) {
    int length = Array.getLength(array);
    for (int i = 0; i < length; i++) {
      walk.sink.next(i == 0);
      if (kind == 'L') {
        walk.value(((Object[]) array)[i]);
      } else if (kind == 'D' || kind == 'F') {
        walk.sink.real(Array.getDouble(array, i), kind);
      } else {
        walk.sink.integral(integral(array, i, kind), kind);
      }
    }
  }

  private static long integral(Object array, int index, char kind) {
    if (kind == 'Z') {
      return Array.getBoolean(array, index) ? 1 : 0;
    }
    return PRIMITIVES.indexOf(kind) < 0 ? 0 : Array.getLong(array, index);
  }
}
