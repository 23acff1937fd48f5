package org.refverify.fuzzer.capture;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Objects of the platform as the public calls that create them again. */
final class PlatformObjects {
  private static final String TEXT = "(Ljava/lang/String;)";
  private static final String ADD = "(Ljava/lang/Object;)Z";
  private static final String PUT = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  private static final int MOST = 1_000;
  private static final Set<String> CONTAINERS =
      new HashSet<String>(
          Arrays.asList(
              "java.util.ArrayList",
              "java.util.LinkedList",
              "java.util.Vector",
              "java.util.Stack",
              "java.util.HashSet",
              "java.util.LinkedHashSet",
              "java.util.TreeSet",
              "java.util.ArrayDeque",
              "java.util.PriorityQueue",
              "java.util.HashMap",
              "java.util.LinkedHashMap",
              "java.util.TreeMap",
              "java.util.Hashtable",
              "java.util.concurrent.ConcurrentHashMap",
              "java.util.concurrent.CopyOnWriteArrayList"));
  private static final Set<String> PARSED =
      new HashSet<String>(
          Arrays.asList(
              "LocalDate",
              "LocalTime",
              "LocalDateTime",
              "Instant",
              "Duration",
              "Period",
              "ZonedDateTime",
              "OffsetDateTime",
              "Year",
              "YearMonth"));
  private final Recording recording;

  PlatformObjects(Recording recording) {
    this.recording = recording;
  }

  /** The recipe; null if there is none. */
  Recipe recipe(Object value) {
    String name = value.getClass().getName();
    if (name.equals("java.lang.Object")) {
      recording.begin(value);
      return made(name, "<init>", "()V");
    }
    if (value instanceof Map) {
      return map((Map<?, ?>) value, CONTAINERS.contains(name) ? name : null);
    }
    if (value instanceof Collection) {
      return collection((Collection<?>) value, name);
    }
    String text = text(value);
    return text == null ? other(value, name) : text(value, name, text);
  }

  /**
   * Whether the class is a view: views may call the object that they wrap, which may be the
   * subject's.
   */
  private static boolean isView(String name) {
    return name.startsWith("java.util.Collections$Unmodifiable")
        || name.startsWith("java.util.Collections$Synchronized")
        || name.startsWith("java.util.Collections$Checked")
        || name.startsWith("java.util.Abstract");
  }

  private static String text(Object value) {
    if (value instanceof BigDecimal
        || value instanceof BigInteger
        || value instanceof StringBuilder
        || value instanceof StringBuffer
        || value instanceof UUID
        || value instanceof URI) {
      return value.toString();
    }
    if (value instanceof File) {
      return ((File) value).getPath();
    }
    if (value instanceof Locale) {
      return ((Locale) value).toLanguageTag();
    }
    if (value instanceof Charset) {
      return ((Charset) value).name();
    }
    if (value instanceof Pattern && ((Pattern) value).flags() == 0) {
      return ((Pattern) value).pattern();
    }
    boolean time = value.getClass().getName().startsWith("java.time.");
    return time && PARSED.contains(value.getClass().getSimpleName()) ? value.toString() : null;
  }

  private Recipe text(Object value, String name, String text) {
    recording.begin(value);
    Recipe literal = recording.literal(text);
    String result = "L" + name.replace('.', '/') + ";";
    if (value instanceof Charset) {
      return made(
          "java.nio.charset.Charset", "forName", TEXT + "Ljava/nio/charset/Charset;", literal);
    }
    if (value instanceof Locale) {
      return made(name, "forLanguageTag", TEXT + result, literal);
    }
    if (value instanceof UUID) {
      return made(name, "fromString", TEXT + result, literal);
    }
    if (value instanceof URI) {
      return made(name, "create", TEXT + result, literal);
    }
    if (value instanceof Pattern) {
      return made(name, "compile", TEXT + result, literal);
    }
    if (name.startsWith("java.time.")) {
      return made(name, "parse", "(Ljava/lang/CharSequence;)" + result, literal);
    }
    return made(name, "<init>", TEXT + "V", literal);
  }

  private Recipe other(Object value, String name) {
    if (name.equals("java.util.Date")) {
      recording.begin(value);
      return made(name, "<init>", "(J)V", recording.literal(((Date) value).getTime()));
    }
    if (value instanceof Optional) {
      recording.begin(value);
      Recipe part = recording.recipe(((Optional<?>) value).orElse(null));
      return made(name, "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;", part);
    }
    return null;
  }

  private static Made made(String owner, String name, String descriptor, Recipe... arguments) {
    return new Made(
        new Call(owner, name, descriptor, Arrays.asList(arguments)), Collections.<Call>emptyList());
  }

  private Recipe collection(Collection<?> value, String name) {
    if (value.size() > MOST
        || value instanceof SortedSet && ((SortedSet<?>) value).comparator() != null) {
      return null;
    }
    if (name.equals("java.util.Arrays$ArrayList")) {
      return asList(value);
    }
    if (isView(name)) {
      return null;
    }
    String owner =
        CONTAINERS.contains(name)
            ? name
            : value instanceof Set
                ? "java.util.LinkedHashSet"
                : value instanceof List ? "java.util.ArrayList" : null;
    if (owner == null) {
      return null;
    }
    recording.begin(value);
    List<Call> calls = new ArrayList<Call>();
    for (Object part : value) {
      Recipe recipe = recording.recipe(part);
      calls.add(new Call(owner, "add", ADD, Collections.singletonList(recipe)));
    }
    return filled(owner, calls);
  }

  private Recipe asList(Collection<?> value) {
    recording.begin(value);
    recording.begin(new Object());
    List<Recipe> parts = new ArrayList<Recipe>();
    for (Object part : value) {
      parts.add(recording.recipe(part));
    }
    return made(
        "java.util.Arrays",
        "asList",
        "([Ljava/lang/Object;)Ljava/util/List;",
        new ArrayValue("Ljava/lang/Object;", parts));
  }

  private Recipe map(Map<?, ?> value, String known) {
    if (isView(value.getClass().getName())
        || value.size() > MOST
        || value instanceof SortedMap && ((SortedMap<?, ?>) value).comparator() != null) {
      return null;
    }
    String owner = known == null ? "java.util.LinkedHashMap" : known;
    recording.begin(value);
    List<Call> calls = new ArrayList<Call>();
    for (Map.Entry<?, ?> entry : value.entrySet()) {
      Recipe key = recording.recipe(entry.getKey());
      calls.add(
          new Call(owner, "put", PUT, Arrays.asList(key, recording.recipe(entry.getValue()))));
    }
    return filled(owner, calls);
  }

  private static Recipe filled(String owner, List<Call> calls) {
    return new Made(new Call(owner, "<init>", "()V", Collections.<Recipe>emptyList()), calls);
  }
}
