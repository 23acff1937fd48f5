package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Collections, maps, iterators, optionals and streams with their elements. */
final class ContainerMakers {
  static final String ADD = "(Ljava/lang/Object;)Z";
  static final String PUT = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  private static final Pattern MAPS = Pattern.compile("(Map|Hashtable|Properties)$");
  private static final Map<String, String> IMPLEMENTERS = new HashMap<String, String>();

  static {
    String lists = "ArrayList LinkedList";
    String sets = "HashSet LinkedHashSet TreeSet";
    put("Collection List Iterable", lists + " HashSet ArrayDeque");
    put("AbstractList AbstractCollection", lists);
    put("ArrayList", "ArrayList");
    put("LinkedList", "LinkedList");
    put("Vector", "Vector");
    put("Stack", "Stack");
    put("Set AbstractSet", sets);
    put("HashSet", "HashSet LinkedHashSet");
    put("LinkedHashSet", "LinkedHashSet");
    put("TreeSet SortedSet NavigableSet", "TreeSet");
    put("Queue", "LinkedList ArrayDeque PriorityQueue");
    put("Deque", "ArrayDeque LinkedList");
    put("ArrayDeque", "ArrayDeque");
    put("PriorityQueue", "PriorityQueue");
    put("Map AbstractMap", "HashMap LinkedHashMap TreeMap");
    put("HashMap", "HashMap LinkedHashMap");
    put("LinkedHashMap", "LinkedHashMap");
    put("TreeMap SortedMap NavigableMap", "TreeMap");
    put("Hashtable Dictionary", "Hashtable");
    put("Properties", "Properties");
    put("IdentityHashMap", "IdentityHashMap");
    put("WeakHashMap", "WeakHashMap");
    IMPLEMENTERS.put("java.lang.Iterable", IMPLEMENTERS.get("java.util.Iterable"));
    IMPLEMENTERS.put("java.util.List", lists);
    IMPLEMENTERS.put("java.util.concurrent.ConcurrentMap", "concurrent.ConcurrentHashMap");
    IMPLEMENTERS.put("java.util.concurrent.ConcurrentHashMap", "concurrent.ConcurrentHashMap");
    IMPLEMENTERS.put(
        "java.util.concurrent.CopyOnWriteArrayList", "concurrent.CopyOnWriteArrayList");
    IMPLEMENTERS.put(
        "java.util.concurrent.ConcurrentLinkedQueue", "concurrent.ConcurrentLinkedQueue");
  }

  /** Whether a class of the platform is a map, by its name. */
  static boolean isMap(String name) {
    return MAPS.matcher(name).find();
  }

  private static void put(String names, String implementers) {
    for (String name : names.split(" ")) {
      IMPLEMENTERS.put("java.util." + name, implementers);
    }
  }

  private final Makers makers;

  ContainerMakers(Makers makers) {
    this.makers = makers;
  }

  /** The maker of a container type; null for any other. */
  Maker of(JavaType type) {
    String name = type.className();
    String implementers = IMPLEMENTERS.get(name);
    if (implementers != null) {
      return filled(type, implementers.split(" "));
    }
    switch (name) {
      case "java.util.Iterator":
        return iterator(type);
      case "java.util.Enumeration":
        return through(
            "java.util.Collections",
            "enumeration",
            "(Ljava/util/Collection;)Ljava/util/Enumeration;",
            list(type));
      case "java.util.stream.Stream":
        return ofArray(type);
      case "java.util.stream.IntStream":
        return ofPrimitives(name, "[I");
      case "java.util.stream.LongStream":
        return ofPrimitives(name, "[J");
      case "java.util.stream.DoubleStream":
        return ofPrimitives(name, "[D");
      case "java.util.Optional":
        return through(
            name, "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;", element(type, 0));
      case "java.util.Map$Entry":
      case "java.util.AbstractMap$SimpleEntry":
        return pair(type);
      default:
        return null;
    }
  }

  private Maker element(JavaType type, int index) {
    return makers.elements(type.argument(index));
  }

  private Maker list(JavaType type) {
    return filled(type, "ArrayList");
  }

  private Maker filled(JavaType type, String... implementers) {
    boolean texts = type.className().equals("java.util.Properties");
    Maker first = texts ? makers.texts : element(type, 0);
    Maker second = texts ? makers.texts : element(type, 1);
    return m -> {
      int number = m.begin();
      String name = "java.util." + implementers[m.choices.below(implementers.length)];
      boolean map = isMap(name);
      List<Call> calls =
          m.isDeep() ? Collections.<Call>emptyList() : calls(m, name, first, map ? second : null);
      Made made = new Made(new Call(name, "<init>", "()V", Collections.<Recipe>emptyList()), calls);
      m.remember((long) calls.size());
      m.remember(number, "L" + name.replace('.', '/') + ";", made);
      return made;
    };
  }

  private List<Call> calls(Making m, String owner, Maker first, Maker second) {
    m.enter();
    boolean sorted = m.values && m.choices.below(6) == 5;
    boolean few = m.values && m.choices.below(3) == 2;
    int most = m.depth() > 1 ? 6 : 40;
    int asked = m.values && m.choices.below(12) == 11 ? makers.pool.length(m, most) : -1;
    int size = asked < 0 ? m.size(most) : asked;
    List<Recipe> parts = new ArrayList<Recipe>();
    for (int i = 0; i < size; i++) {
      Recipe earlier = few && i > 1 ? parts.get(m.choices.below(2)) : null;
      if (earlier != null && !Recipes.refers(earlier) && second == null) {
        m.skip(Recipes.count(earlier));
        parts.add(earlier);
      } else {
        parts.add(first.make(m));
        if (second != null) {
          parts.add(second.make(m));
        }
      }
    }
    if (sorted && second == null) {
      ArrayMaker.sort(parts);
    }
    m.leave();
    return second == null ? adds(owner, parts) : puts(owner, parts);
  }

  private static List<Call> adds(String owner, List<Recipe> parts) {
    List<Call> calls = new ArrayList<Call>(parts.size());
    for (Recipe part : parts) {
      calls.add(new Call(owner, "add", ADD, Collections.singletonList(part)));
    }
    return calls;
  }

  private static List<Call> puts(String owner, List<Recipe> parts) {
    List<Call> calls = new ArrayList<Call>(parts.size());
    for (int i = 0; i + 1 < parts.size(); i += 2) {
      calls.add(new Call(owner, "put", PUT, Arrays.asList(parts.get(i), parts.get(i + 1))));
    }
    return calls;
  }

  private static Made made(String owner, String name, String descriptor, Recipe... arguments) {
    return new Made(
        new Call(owner, name, descriptor, Arrays.asList(arguments)), Collections.<Call>emptyList());
  }

  static Maker through(String owner, String name, String descriptor, Maker argument) {
    return m -> {
      m.begin();
      return made(owner, name, descriptor, argument.make(m));
    };
  }

  private Maker iterator(JavaType type) {
    return through(
        "java.util.Spliterators",
        "iterator",
        "(Ljava/util/Spliterator;)Ljava/util/Iterator;",
        through(
            "java.util.Arrays",
            "spliterator",
            "([Ljava/lang/Object;)Ljava/util/Spliterator;",
            new ArrayMaker("Ljava/lang/Object;", element(type, 0), makers.pool, makers::of)));
  }

  private Maker ofArray(JavaType type) {
    return through(
        "java.util.Arrays",
        "stream",
        "([Ljava/lang/Object;)Ljava/util/stream/Stream;",
        new ArrayMaker("Ljava/lang/Object;", element(type, 0), makers.pool, makers::of));
  }

  private Maker ofPrimitives(String stream, String array) {
    Maker elements = makers.numbers.of(array.charAt(1));
    return through(
        "java.util.Arrays",
        "stream",
        "(" + array + ")L" + stream.replace('.', '/') + ";",
        new ArrayMaker(array.substring(1), elements, makers.pool, makers::of));
  }

  private Maker pair(JavaType type) {
    Maker key = element(type, 0);
    Maker value = element(type, 1);
    return m -> {
      m.begin();
      Recipe first = key.make(m);
      return made(
          "java.util.AbstractMap$SimpleEntry",
          "<init>",
          "(Ljava/lang/Object;Ljava/lang/Object;)V",
          first,
          value.make(m));
    };
  }
}
