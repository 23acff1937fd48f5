package org.refverify.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
  @Test
  void commasStandBetweenWhatFollowsEachOther() {
    JsonWriter json = new JsonWriter().open('{');
    json.key("a").open('[').close(']').key("b").strings(List.of("c", "d"));
    json.key("e").number(-1).key("f").bool(true).key("g").raw("{}").close('}');
    assertEquals("{\"a\":[],\"b\":[\"c\",\"d\"],\"e\":-1,\"f\":true,\"g\":{}}", json.toString());
  }

  @Test
  void plainDataIsWrittenWithAllThatItHolds() {
    Map<String, Object> data =
        JsonWriter.object(
            "numbers", Arrays.asList(1, -2.5, null),
            "empty", List.of(Map.of(), List.of()),
            "truth", Map.of("yes", true),
            "other", Path.of("a/b"));
    assertEquals(
        "{\"numbers\":[1,-2.5,null],\"empty\":[{},[]],\"truth\":{\"yes\":true},\"other\":\"a/b\"}",
        JsonWriter.write(data));
  }

  @Test
  void nothingButPrintableAsciiIsWrittenAsItIs() {
    assertEquals(
        "\"a\\\"\\\\\\u000a\\u007f\\u00e9\\ud83d\\ude00\"",
        JsonWriter.write("a\"\\\n\u007f\u00e9\ud83d\ude00"));
  }

  @ParameterizedTest
  @CsvSource({"d800, false", "dc00, false", "fffe, true"})
  void aLoneSurrogateIsNoText(String unit, boolean isText) {
    String value = "a" + (char) Integer.parseInt(unit, 16) + "b";
    assertEquals(isText, JsonWriter.isText(value));
    assertEquals(
        "\"a\\u" + (isText ? unit : "fffd") + "b\"", new JsonWriter().string(value).toString());
  }

  @Test
  void aPairOfSurrogatesIsText() {
    assertEquals(true, JsonWriter.isText("\ud83d\ude00"));
    assertEquals(false, JsonWriter.isText("\ude00\ud83d"));
    assertEquals("\"\\ufffd\\ufffd\"", JsonWriter.write("\ude00\ud83d"));
  }
}
