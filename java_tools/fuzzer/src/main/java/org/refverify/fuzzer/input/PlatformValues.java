package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Immutable values, buffers and in-memory streams of the platform. */
final class PlatformValues {
  private static final String TEXT = "Ljava/lang/String;";
  private static final String[] LOCALES = {"en", "tr", "de", "ja", "ar", "lt", "", "fr-CA", "th"};
  private static final String[] ZONES = {
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "GMT+14:00"
  };
  private static final String[] CHARSETS = {
    "UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "UTF-16BE", "UTF-16LE", "windows-1252"
  };
  private static final String[] PATTERNS = {
    "a", "[a-z]+", "\\d+", "\\s+", "(a)(b)?", ".*", ",", "^$", "\\.", "(?i)abc", "\\w+@\\w+"
  };
  private static final String[] PATHS = {
    "a", "a.txt", "a/b.txt", "../a", "/no/such/file", "", "a/./b", "x.tar.gz", "/", ".hidden"
  };
  private static final String[] DECIMALS = {
    "0",
    "1",
    "-1",
    "0.00",
    "1.0",
    "1.00",
    "-0.5",
    "1E+3",
    "1E-9",
    "123456789012345678901234567890",
    "2147483648",
    "9223372036854775808",
    "0.1",
    "100"
  };
  private static final String[] INTEGERS = {
    "0",
    "1",
    "-1",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "123456789012345678901234567890"
  };
  private static final String[] URIS = {
    "http://example.com/a?b=c#d", "a/b", "file:/tmp/x", "mailto:a@b.c", "http://[::1]:80/"
  };
  private static final String[] URLS = {
    "file:/no/such/file",
    "http://127.0.0.1/a/b.txt?c=d#e",
    "https://[::1]:8443/",
    "jar:file:/x.jar!/y"
  };
  private static final String[] DIGESTS = {"MD5", "SHA-1", "SHA-256"};
  private static final long[] DAYS = {
    -1, 10956, 10957, 10988, 11016, 11017, -25567, -25509, 47540, 47541, 12477, 19782, 19416, 18627,
    18630, 17160, 17986, 18196, -141427, -141438, 24855
  };
  private static final int USUAL = 8;
  private static final int MOST_OWN = 4;
  private final Makers makers;
  private final Map<String, Maker> known = new HashMap<String, Maker>();

  PlatformValues(Makers makers) {
    this.makers = makers;
    numbers();
    buffers();
    texts();
    times();
    streams();
  }

  Maker of(String name) {
    return known.get(name);
  }

  private void numbers() {
    Maker integer =
        either(
            fromList("java.math.BigInteger", "<init>", "(" + TEXT + ")V", INTEGERS),
            fromLong("java.math.BigInteger", "valueOf", "(J)Ljava/math/BigInteger;"));
    Maker decimal =
        either(
            fromList("java.math.BigDecimal", "<init>", "(" + TEXT + ")V", DECIMALS),
            call("java.math.BigDecimal", "valueOf", "(JI)Ljava/math/BigDecimal;", 'J', 's'),
            fromLong("java.math.BigDecimal", "valueOf", "(J)Ljava/math/BigDecimal;"));
    known.put("java.math.BigInteger", integer);
    known.put("java.math.BigDecimal", decimal);
    known.put("java.math.RoundingMode", constants("java.math.RoundingMode"));
    known.put(
        "java.math.MathContext",
        either(
            constant("java.math.MathContext", "DECIMAL32"),
            constant("java.math.MathContext", "UNLIMITED"),
            constant("java.math.MathContext", "DECIMAL64")));
    known.put("java.util.Random", fromLong("java.util.Random", "<init>", "(J)V"));
    for (String box : new String[] {"Integer I", "Long J", "Boolean Z"}) {
      String type = "java.util.concurrent.atomic.Atomic" + box.substring(0, box.indexOf(' '));
      char primitive = box.charAt(box.length() - 1);
      known.put(type, call(type, "<init>", "(" + primitive + ")V", primitive));
    }
  }

  private void buffers() {
    Maker builder = call("java.lang.StringBuilder", "<init>", "(" + TEXT + ")V", 't');
    Maker buffer = call("java.lang.StringBuffer", "<init>", "(" + TEXT + ")V", 't');
    known.put("java.lang.StringBuilder", builder);
    known.put("java.lang.Appendable", builder);
    known.put("java.lang.StringBuffer", buffer);
    known.put("java.lang.CharSequence", new OneOf(0).add(4, makers.texts).add(builder).add(buffer));
    known.put(
        "java.util.StringTokenizer",
        call("java.util.StringTokenizer", "<init>", "(" + TEXT + ")V", 't'));
    known.put("java.util.Scanner", call("java.util.Scanner", "<init>", "(" + TEXT + ")V", 't'));
    known.put(
        "java.util.BitSet", call("java.util.BitSet", "valueOf", "([J)Ljava/util/BitSet;", 'L'));
    known.put(
        "java.nio.ByteBuffer",
        call("java.nio.ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;", 'b'));
    known.put(
        "java.nio.CharBuffer",
        call(
            "java.nio.CharBuffer", "wrap", "(Ljava/lang/CharSequence;)Ljava/nio/CharBuffer;", 't'));
  }

  private void texts() {
    known.put(
        "java.util.Locale",
        fromList(
            "java.util.Locale", "forLanguageTag", "(" + TEXT + ")Ljava/util/Locale;", LOCALES));
    known.put(
        "java.nio.charset.Charset",
        fromList(
            "java.nio.charset.Charset",
            "forName",
            "(" + TEXT + ")Ljava/nio/charset/Charset;",
            CHARSETS));
    known.put(
        "java.util.regex.Pattern",
        fromList(
            "java.util.regex.Pattern",
            "compile",
            "(" + TEXT + ")Ljava/util/regex/Pattern;",
            PATTERNS));
    known.put("java.nio.charset.CharsetEncoder", ofCharset("newEncoder", "CharsetEncoder"));
    known.put("java.nio.charset.CharsetDecoder", ofCharset("newDecoder", "CharsetDecoder"));
    known.put("java.util.regex.Matcher", this::matcher);
    Maker file = fromList("java.io.File", "<init>", "(" + TEXT + ")V", PATHS);
    known.put("java.io.File", file);
    known.put(
        "java.net.URI", fromList("java.net.URI", "create", "(" + TEXT + ")Ljava/net/URI;", URIS));
    known.put("java.net.URL", fromList("java.net.URL", "<init>", "(" + TEXT + ")V", URLS));
    known.put(
        "java.security.MessageDigest",
        fromList(
            "java.security.MessageDigest",
            "getInstance",
            "(" + TEXT + ")Ljava/security/MessageDigest;",
            DIGESTS));
    known.put("java.nio.file.Path", this::path);
    known.put(
        "java.nio.file.FileSystem",
        PlatformTypes.fixed(
            "java.nio.file.FileSystems", "getDefault", "()Ljava/nio/file/FileSystem;"));
    known.put("java.util.UUID", call("java.util.UUID", "<init>", "(JJ)V", 'J', 'J'));
  }

  private Maker ofCharset(String method, String made) {
    return m -> {
      m.begin();
      Recipe charset = known.get("java.nio.charset.Charset").make(m);
      return made(
          "java.nio.charset.Charset",
          method,
          "()Ljava/nio/charset/" + made + ";",
          Collections.singletonList(charset));
    };
  }

  private Recipe matcher(Making m) {
    m.begin();
    List<Recipe> arguments = new ArrayList<Recipe>();
    arguments.add(known.get("java.util.regex.Pattern").make(m));
    arguments.add(makers.texts.make(m));
    return made(
        "java.util.regex.Pattern",
        "matcher",
        "(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;",
        arguments);
  }

  private Recipe path(Making m) {
    m.begin();
    List<Recipe> arguments = new ArrayList<Recipe>();
    m.begin();
    arguments.add(new Literal(m.oneOf(PATHS)));
    m.begin();
    arguments.add(new ArrayValue(TEXT, Collections.<Recipe>emptyList()));
    return made(
        "java.nio.file.Paths", "get", "(" + TEXT + "[" + TEXT + ")Ljava/nio/file/Path;", arguments);
  }

  private void times() {
    known.put("java.util.Date", new OneOf(0).add(instants("java.util.Date", "<init>", "(J)V")));
    known.put(
        "java.util.TimeZone",
        fromList("java.util.TimeZone", "getTimeZone", "(" + TEXT + ")Ljava/util/TimeZone;", ZONES));
    Maker calendar =
        call("java.util.GregorianCalendar", "<init>", "(IIIIII)V", 'y', 'm', 'd', 'h', 'h', 'h');
    known.put("java.util.Calendar", calendar);
    known.put("java.util.GregorianCalendar", calendar);
    String time = "java.time.";
    known.put(
        "java.time.Instant", instants(time + "Instant", "ofEpochMilli", "(J)Ljava/time/Instant;"));
    known.put(
        "java.time.Duration", call(time + "Duration", "ofSeconds", "(J)Ljava/time/Duration;", 'J'));
    known.put(
        "java.time.LocalDate",
        call(time + "LocalDate", "of", "(III)Ljava/time/LocalDate;", 'y', '1', 'd'));
    known.put(
        "java.time.LocalTime",
        call(time + "LocalTime", "of", "(III)Ljava/time/LocalTime;", 'h', 'h', 'h'));
    known.put(
        "java.time.LocalDateTime",
        call(
            time + "LocalDateTime",
            "of",
            "(IIIII)Ljava/time/LocalDateTime;",
            'y',
            '1',
            'd',
            'h',
            'h'));
    known.put(
        "java.time.ZoneId",
        fromList(time + "ZoneId", "of", "(" + TEXT + ")Ljava/time/ZoneId;", ZONES));
    known.put(
        "java.time.Period", call(time + "Period", "of", "(III)Ljava/time/Period;", 's', 's', 's'));
  }

  private void streams() {
    Maker bytes = call("java.io.ByteArrayInputStream", "<init>", "([B)V", 'b');
    Maker sink = PlatformTypes.fixed("java.io.ByteArrayOutputStream", "<init>", "()V");
    Maker reader = call("java.io.StringReader", "<init>", "(" + TEXT + ")V", 't');
    Maker writer = PlatformTypes.fixed("java.io.StringWriter", "<init>", "()V");
    Maker brokenIn = PlatformTypes.fixed("java.io.PipedInputStream", "<init>", "()V");
    Maker brokenOut = PlatformTypes.fixed("java.io.PipedOutputStream", "<init>", "()V");
    Maker brokenReader = PlatformTypes.fixed("java.io.PipedReader", "<init>", "()V");
    Maker brokenWriter = PlatformTypes.fixed("java.io.PipedWriter", "<init>", "()V");
    known.put("java.io.InputStream", withOwn("java.io.InputStream", bytes, brokenIn));
    known.put("java.io.ByteArrayInputStream", bytes);
    known.put("java.io.OutputStream", withOwn("java.io.OutputStream", sink, brokenOut));
    known.put("java.io.ByteArrayOutputStream", sink);
    known.put("java.io.Reader", withOwn("java.io.Reader", reader, brokenReader));
    known.put("java.lang.Readable", reader);
    known.put("java.io.StringReader", reader);
    known.put("java.io.Writer", withOwn("java.io.Writer", writer, brokenWriter));
    known.put("java.io.StringWriter", writer);
    known.put(
        "java.io.BufferedReader",
        ContainerMakers.through("java.io.BufferedReader", "<init>", "(Ljava/io/Reader;)V", reader));
    known.put(
        "java.io.PrintWriter",
        ContainerMakers.through("java.io.PrintWriter", "<init>", "(Ljava/io/Writer;)V", writer));
    known.put(
        "java.io.PrintStream",
        ContainerMakers.through(
            "java.io.PrintStream", "<init>", "(Ljava/io/OutputStream;)V", sink));
  }

  /**
   * Usually in memory; sometimes unconnected, so that it fails; sometimes one of the project's own
   * classes.
   */
  private Maker withOwn(String name, Maker usual, Maker failing) {
    OneOf some = new OneOf(0).add(USUAL, usual).add(failing);
    int found = 0;
    for (ClassShape own : makers.shapes.concreteBelow(name)) {
      if (found++ < MOST_OWN) {
        some.add(m -> m.isDeep() ? usual.make(m) : makers.of(JavaType.ofClass(own.name)).make(m));
      }
    }
    return some;
  }

  private static Maker either(Maker... makers) {
    OneOf some = new OneOf(0);
    for (Maker maker : makers) {
      some.add(maker);
    }
    return some;
  }

  private static Maker constant(String owner, String field) {
    return m -> {
      m.begin();
      return new Constant(owner, field);
    };
  }

  private Maker constants(String name) {
    List<Constant> all = makers.constants(makers.shapes.of(name));
    return m -> {
      m.begin();
      return m.pick(all);
    };
  }

  private static Made made(String owner, String name, String descriptor, List<Recipe> arguments) {
    return new Made(new Call(owner, name, descriptor, arguments), Collections.<Call>emptyList());
  }

  private Maker fromList(String owner, String name, String descriptor, String[] texts) {
    return m -> {
      m.begin();
      m.begin();
      String text = texts[m.choices.below(texts.length)];
      return made(owner, name, descriptor, Collections.<Recipe>singletonList(new Literal(text)));
    };
  }

  private Maker fromLong(String owner, String name, String descriptor) {
    return call(owner, name, descriptor, 'J');
  }

  private Maker instants(String owner, String name, String descriptor) {
    return m -> {
      m.begin();
      m.begin();
      boolean odd = m.choices.below(2) == 1;
      long days = odd ? DAYS[m.choices.below(DAYS.length)] : m.choices.below(40000);
      long millis =
          days * 86_400_000L + (m.choices.below(2) == 0 ? 0 : m.choices.below(86_400_000));
      return made(owner, name, descriptor, Collections.<Recipe>singletonList(new Literal(millis)));
    };
  }

  private Maker call(String owner, String name, String descriptor, char... kinds) {
    return m -> {
      m.begin();
      List<Recipe> arguments = new ArrayList<Recipe>(kinds.length);
      for (char kind : kinds) {
        arguments.add(argument(m, kind));
      }
      return made(owner, name, descriptor, arguments);
    };
  }

  private Recipe argument(Making m, char kind) {
    switch (kind) {
      case 't':
        return makers.texts.make(m);
      case 'b':
        return makers.of(JavaType.erased("[B")).make(m);
      case 'L':
        return makers.of(JavaType.erased("[J")).make(m);
      case 'y':
        return ranged(m, 1900, 200);
      case 'm':
        return ranged(m, 0, 12);
      case '1':
        return ranged(m, 1, 12);
      case 'd':
        return ranged(m, 1, 28);
      case 'h':
        return ranged(m, 0, 24);
      case 's':
        return ranged(m, -3, 12);
      default:
        return makers.numbers.of(kind).make(m);
    }
  }

  private static Recipe ranged(Making m, int from, int count) {
    m.begin();
    return Numbers.literal(from + m.choices.below(count));
  }
}
