package org.refverify.fuzzer.compare;

import java.util.IdentityHashMap;
import java.util.Map;

/** One walk over the object graphs of a run: visit numbers, depth and size. */
final class GraphWalk {
  static final int DEEPEST = 300;

  /**
   * The greatest number of values; what a larger graph contains beyond it counts as equal in both
   * versions.
   */
  private static final int MOST = 50_000;

  /**
   * Limits of a walk that only sorts: it happens for every element of every container, and again
   * for containers inside. Differences below the limits keep the order of the visit numbers.
   */
  private static final int SORTING_DEPTH = 6;

  private static final int SORTING_MOST = 300;
  private static final int LARGE_TABLE = 1 << 12;

  final Sink sink;
  private final Forms forms;
  private final int deepest;
  private final int most;
  private Map<Object, Integer> seen = new IdentityHashMap<Object, Integer>();
  private int root;
  private int number;
  private int count;
  private int depth;

  GraphWalk(Sink sink, Forms forms) {
    this(sink, forms, DEEPEST, MOST);
  }

  private GraphWalk(Sink sink, Forms forms, int deepest, int most) {
    this.sink = sink;
    this.forms = forms;
    this.deepest = deepest;
    this.most = most;
  }

  /** A walk with another sink that has visited the same objects. */
  GraphWalk copy(Sink other) {
    GraphWalk copy = new GraphWalk(other, forms, deepest, most);
    copy.seen.putAll(seen);
    copy.root = root;
    copy.number = number;
    return copy;
  }

  void restart() {
    // Clearing costs the table's size, which never shrinks, so one huge graph would slow down all
    // runs.
    if (seen.size() > LARGE_TABLE) {
      seen = new IdentityHashMap<Object, Integer>();
    } else if (!seen.isEmpty()) {
      seen.clear();
    }
    root = 0;
  }

  /** Writes a root that counts as the given number of roots. */
  void root(Object value, Form form, int roots) {
    number = Numbering.first(root);
    root += roots;
    count = 0;
    depth = 0;
    if (value == null) {
      sink.word(Word.NULL);
    } else {
      form.write(value, this);
    }
  }

  void value(Object value) {
    if (value == null) {
      sink.word(Word.NULL);
    } else if (++count > most) {
      sink.word(Word.CAPPED);
    } else if (depth >= deepest) {
      sink.word(Word.DEEP);
    } else {
      depth++;
      forms.of(value.getClass()).write(value, this);
      depth--;
    }
  }

  /**
   * Whether this object with an identity is visited for the first time; if not, writes the
   * reference.
   */
  boolean enter(Object value) {
    Integer earlier = seen.get(value);
    if (earlier != null) {
      sink.again(earlier);
      return false;
    }
    seen.put(value, number);
    sink.visit(number++);
    return true;
  }

  /** The sort key for the parts of an unordered container: their content without aliasing. */
  long contentOf(Object key, Object value) {
    HashSink hash = new HashSink();
    hash.clear();
    int left = Math.max(1, Math.min(SORTING_DEPTH, deepest - 1));
    GraphWalk inner = new GraphWalk(hash, forms, left, SORTING_MOST);
    inner.value(key);
    inner.value(value);
    return hash.value();
  }

  /** Visit number of an object; greater than all others if it was not visited yet. */
  int positionOf(Object value) {
    Integer earlier = value == null ? null : seen.get(value);
    return earlier == null ? Integer.MAX_VALUE : earlier;
  }
}
