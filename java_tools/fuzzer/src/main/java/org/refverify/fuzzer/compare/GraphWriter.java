package org.refverify.fuzzer.compare;

/**
 * Canonical graphs by reflection. It calls no subject code, no {@code toString} of a subject and no
 * identity hash. For one loader and one thread, because it caches field accessors. Internals of the
 * JDK are visible if their packages were opened; otherwise such objects are written by class name.
 */
public final class GraphWriter implements Graph {
  private final Forms forms;
  private final GraphNames shape;
  private final HashSink hash = new HashSink();
  private final GraphWalk walk;
  private boolean texts;
  private String text = "";

  GraphWriter(GraphNames shape) {
    this.shape = shape;
    this.forms = new Forms(shape);
    this.walk = new GraphWalk(hash, forms);
  }

  @Override
  public void begin(boolean withTexts) {
    walk.restart();
    texts = withTexts;
    text = "";
  }

  @Override
  public long write(Object root) {
    return write(root, ANY, 1);
  }

  @Override
  public long writeStatics(Class<?> type) {
    return write(type, forms.statics(type), 1);
  }

  @Override
  public long writeThrown(Throwable thrown) {
    return write(thrown, Throwables.thrown(forms), 1);
  }

  @Override
  public long writeMessages(Throwable thrown) {
    return write(thrown, Throwables.messages(shape), 0);
  }

  private static final Form ANY = (value, into) -> into.value(value);

  private long write(Object root, Form form, int roots) {
    GraphWalk texting = null;
    // The first walk finds the objects that are visited again: only these have numbers in the text.
    if (texts) {
      References references = new References();
      walk.copy(references).root(root, form, roots);
      texting = walk.copy(new TextSink(references.numbers));
    }
    hash.clear();
    walk.root(root, form, roots);
    if (texting != null) {
      texting.root(root, form, roots);
      text = ((TextSink) texting.sink).take();
    }
    long value = hash.value();
    // 0 is the hash of a channel without a value.
    return value == 0 ? 1 : value;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String name(Class<?> type) {
    return shape.name(type.getName());
  }
}
