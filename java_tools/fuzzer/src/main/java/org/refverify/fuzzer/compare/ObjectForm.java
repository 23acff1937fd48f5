package org.refverify.fuzzer.compare;

import java.util.List;

/** An object by its fields, and by the content that it inherits from a container of the JDK. */
final class ObjectForm implements Form {
  private static final Word CONTENT = Word.of("content");

  private final Word name;
  private final List<FieldReader> fields;
  private final Form inherited;

  ObjectForm(Word name, List<FieldReader> fields, Form inherited) {
    this.name = name;
    this.fields = fields;
    this.inherited = inherited;
  }

  @Override
  public void write(Object value, GraphWalk walk) {
    if (walk.enter(value)) {
      write(name, fields, inherited, walk, value);
    }
  }

  static void write(
      Word name, List<FieldReader> fields, Form inherited, GraphWalk walk, Object valueOrNull) {
    walk.sink.open(name, '{');
    boolean first = true;
    for (FieldReader field : fields) {
      walk.sink.next(first);
      first = false;
      walk.sink.key(field.key);
      field.write(valueOrNull, walk);
    }
    if (inherited != null) {
      walk.sink.next(first);
      walk.sink.key(CONTENT);
      inherited.write(valueOrNull, walk);
    }
    walk.sink.close('}');
  }
}
