package org.refverify.fuzzer.compare;

import java.lang.reflect.Field;

/** Reads one field and writes its value. */
final class FieldReader {
  private static final Word UNREADABLE = Word.of("<unreadable>");

  final Word key;
  private final Field field;
  private final char type;
  private final boolean readable;

  FieldReader(Word key, Field field) {
    this.key = key;
    this.field = field;
    this.readable = open(field);
    Class<?> declared = field.getType();
    this.type = declared.isPrimitive() ? ArrayForms.descriptor(declared) : 'L';
  }

  /** Whether the field could be made accessible. */
  static boolean open(Field field) {
    try {
      field.setAccessible(true);
      return true;
    } catch (RuntimeException closedModule) {
      return false;
    }
  }

  /** Writes the value of the object's field; if the object is null, of a static field. */
  void write(Object object, GraphWalk walk) {
    if (!readable) {
      walk.sink.word(UNREADABLE);
      return;
    }
    try {
      read(object, walk);
    } catch (IllegalAccessException | LinkageError unreadable) {
      walk.sink.word(UNREADABLE);
    }
  }

  private void read(Object object, GraphWalk walk) throws IllegalAccessException {
    switch (type) {
      case 'L':
        walk.value(field.get(object));
        break;
      case 'I':
        walk.sink.integral(field.getInt(object), 'I');
        break;
      case 'J':
        walk.sink.integral(field.getLong(object), 'J');
        break;
      case 'D':
        walk.sink.real(field.getDouble(object), 'D');
        break;
      case 'F':
        walk.sink.real(field.getFloat(object), 'F');
        break;
      case 'Z':
        walk.sink.integral(field.getBoolean(object) ? 1 : 0, 'Z');
        break;
      case 'C':
        walk.sink.integral(field.getChar(object), 'C');
        break;
      default:
        walk.sink.integral(field.getLong(object), type);
    }
  }
}
