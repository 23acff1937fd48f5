package org.refverify.fuzzer.compare;

import java.util.HashMap;
import java.util.Map;

/** Boxed values and strings: by value, without identity. */
final class Scalars {
  private static final Map<Class<?>, Form> FORMS = new HashMap<Class<?>, Form>();

  static {
    FORMS.put(Integer.class, (value, walk) -> walk.sink.integral((Integer) value, 'I'));
    FORMS.put(Long.class, (value, walk) -> walk.sink.integral((Long) value, 'J'));
    FORMS.put(Short.class, (value, walk) -> walk.sink.integral((Short) value, 'S'));
    FORMS.put(Byte.class, (value, walk) -> walk.sink.integral((Byte) value, 'B'));
    FORMS.put(Character.class, (value, walk) -> walk.sink.integral((Character) value, 'C'));
    FORMS.put(Boolean.class, (value, walk) -> walk.sink.integral((Boolean) value ? 1 : 0, 'Z'));
    FORMS.put(Double.class, (value, walk) -> walk.sink.real((Double) value, 'D'));
    FORMS.put(Float.class, (value, walk) -> walk.sink.real((Float) value, 'F'));
    FORMS.put(String.class, (value, walk) -> walk.sink.string((String) value));
  }

  private Scalars() {}

  /** The form of a scalar class; null for any other. */
  static Form of(Class<?> type) {
    return FORMS.get(type);
  }
}
