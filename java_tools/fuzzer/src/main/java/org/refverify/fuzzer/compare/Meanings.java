package org.refverify.fuzzer.compare;

import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.File;
import java.io.StringWriter;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.time.chrono.Chronology;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Classes of the JDK whose objects represent a text, a number or one other value. */
final class Meanings {
  /** In this order: the first one that a class extends decides. */
  private static final Map<Class<?>, Function<Word, Form>> FORMS =
      new LinkedHashMap<Class<?>, Function<Word, Form>>();

  static {
    for (Class<?> printed :
        new Class<?>[] {
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          URI.class,
          URL.class,
          Locale.class,
          Currency.class,
          Charset.class,
          File.class,
          Path.class,
          TemporalAccessor.class,
          TemporalAmount.class,
          ZoneId.class,
          Chronology.class
        }) {
      value(printed, Object::toString);
    }
    value(Pattern.class, pattern -> ((Pattern) pattern).flags() + " " + pattern);
    value(TimeZone.class, zone -> ((TimeZone) zone).getID());
    state(StringBuilder.class, text -> (StringBuilder) text);
    state(StringBuffer.class, text -> (StringBuffer) text);
    state(StringWriter.class, Object::toString);
    state(StringJoiner.class, Object::toString);
    state(CharArrayWriter.class, Object::toString);
    state(BitSet.class, Object::toString);
    state(SimpleDateFormat.class, format -> ((SimpleDateFormat) format).toPattern());
    state(DecimalFormat.class, format -> ((DecimalFormat) format).toPattern());
    state(Date.class, date -> String.valueOf(((Date) date).getTime()));
    state(Calendar.class, Meanings::calendar);
    state(AtomicInteger.class, number -> number.toString());
    state(AtomicLong.class, number -> number.toString());
    state(AtomicBoolean.class, flag -> flag.toString());
    holder(AtomicReference.class, reference -> ((AtomicReference<?>) reference).get(), true);
    holder(ByteArrayOutputStream.class, out -> ((ByteArrayOutputStream) out).toByteArray(), true);
    holder(Optional.class, optional -> ((Optional<?>) optional).orElse(null), false);
    holder(OptionalInt.class, Meanings::ofInt, false);
    holder(OptionalLong.class, Meanings::ofLong, false);
    holder(OptionalDouble.class, Meanings::ofDouble, false);
    Word reference = Word.of("<java.lang.ref.Reference>");
    FORMS.put(Reference.class, name -> (value, walk) -> walk.sink.word(reference));
  }

  private Meanings() {}

  /** The form of a known class or of a JDK class that extends it; null for any other. */
  static Form of(Class<?> type) {
    for (Map.Entry<Class<?>, Function<Word, Form>> known : FORMS.entrySet()) {
      if (known.getKey().isAssignableFrom(type)) {
        return known.getValue().apply(Word.of(JdkForms.visibleName(type)));
      }
    }
    return null;
  }

  private static String calendar(Object value) {
    // A query completes the fields of a calendar, and the subject would notice that.
    Calendar calendar = (Calendar) ((Calendar) value).clone();
    return calendar.getTimeInMillis() + " " + calendar.getTimeZone().getID();
  }

  private static Object ofInt(Object optional) {
    OptionalInt number = (OptionalInt) optional;
    return number.isPresent() ? number.getAsInt() : null;
  }

  private static Object ofLong(Object optional) {
    OptionalLong number = (OptionalLong) optional;
    return number.isPresent() ? number.getAsLong() : null;
  }

  private static Object ofDouble(Object optional) {
    OptionalDouble number = (OptionalDouble) optional;
    return number.isPresent() ? number.getAsDouble() : null;
  }

  private static void value(Class<?> type, Function<Object, String> text) {
    FORMS.put(type, name -> (value, walk) -> write(name, text.apply(value), walk));
  }

  private static void state(Class<?> type, Function<Object, CharSequence> text) {
    FORMS.put(
        type,
        name ->
            (value, walk) -> {
              if (walk.enter(value)) {
                write(name, text.apply(value), walk);
              }
            });
  }

  private static void holder(Class<?> type, Function<Object, Object> content, boolean identity) {
    FORMS.put(
        type,
        name ->
            (value, walk) -> {
              if (!identity || walk.enter(value)) {
                walk.sink.open(name, '(');
                walk.value(content.apply(value));
                walk.sink.close(')');
              }
            });
  }

  private static void write(Word name, CharSequence text, GraphWalk walk) {
    walk.sink.open(name, '(');
    walk.sink.string(text);
    walk.sink.close(')');
  }
}
