package org.refverify.fuzzer.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * Containers of the JDK by their content: in order, or sorted by content if the order has no
 * meaning. The class of the container, and whether it can be changed, does not matter.
 */
final class ContainerForms {
  static final Word LIST = Word.of("list");
  private static final Word SET = Word.of("set");
  private static final Word MAP = Word.of("map");
  private static final Word BAG = Word.of("bag");
  private static final Word ENTRY = Word.of("entry");
  private static final Word ORDERED_SET = Word.of("ordered set");
  private static final Word ORDERED_MAP = Word.of("ordered map");

  private ContainerForms() {}

  /** The form of a container class; null for any other. */
  static Form of(Class<?> type) {
    Form content = content(type);
    if (content == null) {
      return null;
    }
    return (value, walk) -> {
      if (isEmpty(value) || walk.enter(value)) {
        content.write(value, walk);
      }
    };
  }

  /** The content of a container without its identity; null for any other class. */
  static Form content(Class<?> type) {
    if (Map.Entry.class.isAssignableFrom(type)) {
      return ContainerForms::entry;
    }
    if (Map.class.isAssignableFrom(type)) {
      boolean ordered = isOrderedMap(type);
      return (value, walk) -> map((Map<?, ?>) value, ordered, walk);
    }
    if (!Collection.class.isAssignableFrom(type)) {
      return null;
    }
    if (Set.class.isAssignableFrom(type)) {
      boolean ordered = isOrderedSet(type);
      return (value, walk) -> set((Collection<?>) value, ordered, walk);
    }
    boolean bag = isBag(type);
    return (value, walk) -> elements(bag ? BAG : LIST, (Collection<?>) value, !bag, walk);
  }

  /** Whether a container is empty; the identity of empty ones does not matter. */
  private static boolean isEmpty(Object value) {
    return value instanceof Collection
        ? ((Collection<?>) value).isEmpty()
        : value instanceof Map && ((Map<?, ?>) value).isEmpty();
  }

  private static boolean isOrderedMap(Class<?> type) {
    return LinkedHashMap.class.isAssignableFrom(type)
        || SortedMap.class.isAssignableFrom(type)
        || EnumMap.class.isAssignableFrom(type);
  }

  private static boolean isOrderedSet(Class<?> type) {
    return LinkedHashSet.class.isAssignableFrom(type)
        || SortedSet.class.isAssignableFrom(type)
        || EnumSet.class.isAssignableFrom(type)
        || CopyOnWriteArraySet.class.isAssignableFrom(type)
        || isViewOfOrdered(type.getName());
  }

  private static boolean isBag(Class<?> type) {
    // The values of a hash map form a view with an order that has no meaning.
    String name = type.getName();
    return PriorityQueue.class.isAssignableFrom(type)
        || PriorityBlockingQueue.class.isAssignableFrom(type)
        || name.contains("Hash") && name.contains("$") && !isViewOfOrdered(name);
  }

  private static boolean isViewOfOrdered(String name) {
    return name.startsWith("java.util.LinkedHashMap$") || name.startsWith("java.util.TreeMap$");
  }

  private static void entry(Object value, GraphWalk walk) {
    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
    walk.sink.open(ENTRY, '(');
    walk.value(entry.getKey());
    walk.sink.arrow();
    walk.value(entry.getValue());
    walk.sink.close(')');
  }

  private static void set(Collection<?> set, boolean ordered, GraphWalk walk) {
    // A single element is always in order, so it is no difference if only one side orders its sets.
    boolean told = ordered && set.size() > 1;
    elements(told ? ORDERED_SET : SET, set, told, walk);
  }

  private static void elements(Word name, Collection<?> elements, boolean inOrder, GraphWalk walk) {
    List<Pair> pairs = new ArrayList<Pair>();
    for (Object element : elements) {
      pairs.add(new Pair(element, null, inOrder ? null : walk));
    }
    if (!inOrder) {
      Collections.sort(pairs, Pair.ORDER);
    }
    boolean list = name == LIST;
    walk.sink.open(name, list ? '[' : '{');
    boolean first = true;
    for (Pair pair : pairs) {
      walk.sink.next(first);
      first = false;
      walk.value(pair.key);
    }
    walk.sink.close(list ? ']' : '}');
  }

  private static void map(Map<?, ?> map, boolean ordered, GraphWalk walk) {
    boolean told = ordered && map.size() > 1;
    List<Pair> pairs = new ArrayList<Pair>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      pairs.add(new Pair(entry.getKey(), entry.getValue(), told ? null : walk));
    }
    if (!told) {
      Collections.sort(pairs, Pair.ORDER);
    }
    walk.sink.open(told ? ORDERED_MAP : MAP, '{');
    boolean first = true;
    for (Pair pair : pairs) {
      walk.sink.next(first);
      first = false;
      walk.value(pair.key);
      walk.sink.arrow();
      walk.value(pair.value);
    }
    walk.sink.close('}');
  }

  private static final class Pair {
    static final Comparator<Pair> ORDER =
        (a, b) -> {
          // Content ignores aliasing: among equal parts the one that was visited first comes first.
          int byContent = Long.compare(a.content, b.content);
          return byContent != 0 ? byContent : Integer.compare(a.position, b.position);
        };

    final Object key;
    final Object value;
    final long content;
    final int position;

    Pair(Object key, Object value, GraphWalk sorting) {
      this.key = key;
      this.value = value;
      this.content = sorting == null ? 0 : sorting.contentOf(key, value);
      this.position =
          sorting == null ? 0 : Math.min(sorting.positionOf(key), sorting.positionOf(value));
    }
  }
}
