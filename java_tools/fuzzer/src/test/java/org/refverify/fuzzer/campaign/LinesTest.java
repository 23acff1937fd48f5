package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;

class LinesTest {
  @ParameterizedTest
  @CsvSource({
    "RETURNED,       'returned r; stdout: o'",
    "THREW,          'threw p.Bad m; stdout: o'",
    "EXITED,         'exited with e; stdout: o'",
    "STACK_OVERFLOW, 'ran out of stack; stdout: o'",
    "OUT_OF_MEMORY,  'ran out of memory; stdout: o'",
    "OVER_BUDGET,    'did not end in time'",
  })
  void sayHowItEndedAndWhatElseDiffers(End end, String line) {
    assertEquals(line, Lines.of(seen(end, "o"), seen(end, "other")));
  }

  @Test
  void aLineIsOneAndNotLong() {
    String line = Lines.of(seen(End.RETURNED, "x\n".repeat(400)), seen(End.RETURNED, "o"));
    assertEquals("returned r; stdout: " + "x ".repeat(140) + "...", line);
  }

  @Test
  void tagsHaveTheLabelsOfReports() {
    assertEquals(
        List.of("state", "fp-rounding"),
        Lines.of(new TreeSet<>(EnumSet.of(Tag.FP_ROUNDING, Tag.STATE))));
  }

  @Test
  void anObservationComesBackFromItsJson() {
    Observation seen = seen(End.THREW, "o");
    String written = JsonWriter.write(ObservationJson.write(seen));
    Observation read = ObservationJson.read(JsonObject.of(JsonReader.read(written)));
    assertEquals(Lines.of(seen, seen(End.THREW, "p")), Lines.of(read, seen(End.THREW, "p")));
    assertEquals(-1, read.hash(Channel.MESSAGE));
  }

  private static Observation seen(End end, String printed) {
    long[] hashes = new long[Channel.values().length];
    String[] texts = new String[hashes.length];
    texts[Channel.RETURN.ordinal()] = "r";
    texts[Channel.MESSAGE.ordinal()] = "m";
    texts[Channel.EXIT.ordinal()] = "e";
    texts[Channel.STDOUT.ordinal()] = printed;
    hashes[Channel.MESSAGE.ordinal()] = -1;
    hashes[Channel.STDOUT.ordinal()] = printed.hashCode();
    return new Observation(end, end == End.THREW ? "p.Bad" : null, hashes, texts);
  }
}
