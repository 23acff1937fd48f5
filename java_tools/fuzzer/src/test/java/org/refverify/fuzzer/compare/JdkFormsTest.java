package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"JdkObsolete", "UnnecessaryStringBuilder"}) // Subjects use them.
class JdkFormsTest {
  static Stream<Arguments> values() throws Exception {
    StringWriter writer = new StringWriter();
    writer.write("text");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(7);
    return Stream.of(
        arguments(
            new BigInteger("12345678901234567890"),
            "java.math.BigInteger(\"12345678901234567890\")"),
        arguments(new UUID(1, 2), "java.util.UUID(\"00000000-0000-0001-0000-000000000002\")"),
        arguments(URI.create("a/b"), "java.net.URI(\"a/b\")"),
        arguments(Locale.GERMANY, "java.util.Locale(\"de_DE\")"),
        arguments(StandardCharsets.UTF_8, "java.nio.charset.Charset(\"UTF-8\")"),
        arguments(new File("a/b"), "java.io.File(\"a/b\")"),
        arguments(Path.of("a/b"), "java.nio.file.Path(\"a/b\")"),
        arguments(LocalDate.of(2020, 2, 29), "java.time.LocalDate(\"2020-02-29\")"),
        arguments(Duration.ofSeconds(90), "java.time.Duration(\"PT1M30S\")"),
        arguments(ZoneId.of("Europe/Berlin"), "java.time.ZoneId(\"Europe/Berlin\")"),
        arguments(Pattern.compile("a+", Pattern.DOTALL), "java.util.regex.Pattern(\"32 a+\")"),
        arguments(TimeZone.getTimeZone("UTC"), "java.util.TimeZone(\"UTC\")"),
        arguments(new StringBuilder("a\"b"), "java.lang.StringBuilder(\"a\\\"b\")"),
        arguments(new StringBuffer("ab"), "java.lang.StringBuffer(\"ab\")"),
        arguments(writer, "java.io.StringWriter(\"text\")"),
        arguments(new StringJoiner(",").add("a").add("b"), "java.util.StringJoiner(\"a,b\")"),
        arguments(BitSet.valueOf(new long[] {5}), "java.util.BitSet(\"{0, 2}\")"),
        arguments(new Date(7), "java.util.Date(\"7\")"),
        arguments(new AtomicInteger(7), "java.util.concurrent.atomic.AtomicInteger(\"7\")"),
        arguments(new AtomicLong(8), "java.util.concurrent.atomic.AtomicLong(\"8\")"),
        arguments(new AtomicBoolean(true), "java.util.concurrent.atomic.AtomicBoolean(\"true\")"),
        arguments(new AtomicReference<>("a"), "java.util.concurrent.atomic.AtomicReference(\"a\")"),
        arguments(bytes, "java.io.ByteArrayOutputStream(byte[][(byte) 7])"),
        arguments(Optional.empty(), "java.util.Optional(null)"),
        arguments(OptionalInt.of(7), "java.util.OptionalInt(7)"),
        arguments(OptionalInt.empty(), "java.util.OptionalInt(null)"),
        arguments(OptionalLong.of(7), "java.util.OptionalLong(7L)"),
        arguments(OptionalDouble.of(0.5), "java.util.OptionalDouble(0.5d)"),
        arguments(TimeUnit.DAYS, "java.util.concurrent.TimeUnit.DAYS"),
        arguments(int.class, "class int"),
        arguments(new SimpleDateFormat("yyyy", Locale.US), "java.text.SimpleDateFormat(\"yyyy\")"),
        arguments(
            new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.US)),
            "java.text.DecimalFormat(\"#0.0\")"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueOfThePlatformIsWrittenByItsMeaning(Object value, String text) {
    assertEquals(text, Graphs.text(value));
  }

  static Stream<Arguments> containers() {
    Map<String, Integer> linked = new LinkedHashMap<>();
    linked.put("b", 1);
    linked.put("a", 2);
    EnumMap<TimeUnit, Integer> byUnit = new EnumMap<>(Map.of(TimeUnit.DAYS, 1, TimeUnit.HOURS, 2));
    return Stream.of(
        arguments(new ArrayDeque<>(List.of(2, 1)), "list[2, 1]"),
        arguments(new CopyOnWriteArrayList<>(List.of(2, 1)), "list[2, 1]"),
        arguments(Arrays.asList(2, null), "list[2, null]"),
        arguments(Collections.emptyList(), "list[]"),
        arguments(Collections.nCopies(2, "a"), "list[\"a\", \"a\"]"),
        arguments(Collections.singleton(1), "set{1}"),
        arguments(Set1.of(), "set{}"),
        arguments(new TreeSet<>(List.of(2, 1)), "ordered set{1, 2}"),
        arguments(new TreeSet<>(List.of(2)), "set{2}"),
        arguments(new CopyOnWriteArraySet<>(List.of(2, 1)), "ordered set{2, 1}"),
        arguments(
            EnumSet.of(TimeUnit.HOURS, TimeUnit.DAYS),
            "ordered set{java.util.concurrent.TimeUnit.HOURS, java.util.concurrent.TimeUnit.DAYS}"),
        arguments(linked, "ordered map{\"b\": 1, \"a\": 2}"),
        arguments(
            byUnit,
            "ordered map{java.util.concurrent.TimeUnit.HOURS: 2,"
                + " java.util.concurrent.TimeUnit.DAYS: 1}"),
        arguments(new HashMap<>(Map.of("a", 1)), "map{\"a\": 1}"),
        arguments(new AbstractMap.SimpleEntry<>("a", 1), "entry(\"a\": 1)"),
        arguments(new TreeMap<>(Map.of(1, "a", 2, "b")).keySet(), "ordered set{1, 2}"),
        arguments(linked.values(), "list[1, 2]"),
        arguments(new PriorityQueue<>(List.of(1)), "bag{1}"));
  }

  /** An empty set of the platform whose class is not public. */
  private static final class Set1 {
    static Collection<Object> of() {
      return Collections.emptySet();
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aContainerIsWrittenByItsContent(Object value, String text) {
    assertEquals(text, Graphs.text(value));
  }

  @Test
  void wrappersAreTheirContent() {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    for (Object wrapper :
        new Object[] {
          Collections.unmodifiableList(list),
          Collections.synchronizedList(list),
          Collections.checkedList(list, Integer.class),
          Collections.unmodifiableList(Collections.synchronizedList(list))
        }) {
      assertEquals(Graphs.hash(list), Graphs.hash(wrapper), wrapper.getClass().getName());
    }
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    assertEquals(Graphs.hash(map), Graphs.hash(Collections.unmodifiableMap(map)));
    assertEquals(Graphs.hash(map), Graphs.hash(Collections.synchronizedMap(map)));
  }

  @Test
  void theValuesOfAHashMapHaveNoOrder() {
    Map<String, Integer> one = new HashMap<>(64);
    Map<String, Integer> other = new HashMap<>(2);
    for (int i = 0; i < 40; i++) {
      one.put("k" + i, i);
      other.put("k" + (39 - i), 39 - i);
    }
    assertEquals(Graphs.hash(one.values()), Graphs.hash(other.values()));
    assertNotEquals(Graphs.hash(one.values()), Graphs.hash(new ArrayList<>(one.values())));
  }

  @Test
  void theOrderOfAPriorityQueueDoesNotCountButItsContentDoes() {
    PriorityQueue<Integer> one = new PriorityQueue<>(List.of(1, 2, 3));
    PriorityQueue<Integer> other = new PriorityQueue<>(List.of(3, 2, 1));
    assertEquals(Graphs.hash(one), Graphs.hash(other));
    other.add(3);
    assertNotEquals(Graphs.hash(one), Graphs.hash(other));
  }

  @Test
  void aCalendarIsItsTimeAndZoneAndIsNotCompleted() {
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
    calendar.setTimeInMillis(0);
    calendar.set(Calendar.MONTH, Calendar.MARCH);
    String before = calendar.toString();
    assertEquals("java.util.GregorianCalendar(\"5097600000 UTC\")", Graphs.text(calendar));
    assertEquals(before, calendar.toString());
  }

  @Test
  void oneDifferenceInTheContentIsADifference() {
    assertNotEquals(Graphs.hash(new StringBuilder("a")), Graphs.hash(new StringBuilder("b")));
    assertNotEquals(Graphs.hash(new StringBuilder("a")), Graphs.hash(new StringBuffer("a")));
    assertNotEquals(Graphs.hash(Optional.of(1)), Graphs.hash(Optional.empty()));
    assertNotEquals(Graphs.hash(new HashSet<>(List.of(1))), Graphs.hash(List.of(1)));
    assertNotEquals(Graphs.hash(new BitSet()), Graphs.hash(BitSet.valueOf(new long[] {1})));
  }

  @Test
  void whatDiffersBetweenRunsIsWrittenByName() {
    assertEquals("<java.lang.Thread>", Graphs.text(new Thread()));
    assertEquals("<java.util.stream.Stream>", Graphs.text(Stream.of(1)));
    assertEquals("java.lang.Object{}", Graphs.text(new Object()));
    assertEquals("java.lang.IllegalStateException{}", Graphs.text(new IllegalStateException("a")));
  }

  @Test
  void aStreamOfBytesIsItsFieldsWhereTheyAreOpen() {
    String text = Graphs.text(new ByteArrayInputStream(new byte[] {1, 2}));
    assertEquals("java.io.ByteArrayInputStream{", text.substring(0, text.indexOf('{') + 1));
  }
}
