package org.refverify.fuzzer.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.common.JsonWriter;

class JsonReaderTest {
  @Test
  void everyKindOfPlainDataComesBack() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("text", "a\"\\\n\u00e9\ud83d\ude00");
    data.put("numbers", List.of(1L, -2.5));
    data.put("truth", true);
    data.put("nothing", null);
    data.put("empty", Map.of());
    String text =
        "{\"text\":\"a\\\"\\\\\\u000a\\u00e9\\ud83d\\ude00\",\"numbers\":[1,-2.5],"
            + "\"truth\":true,\"nothing\":null,\"empty\":{}}";
    assertEquals(text, JsonWriter.write(data));
    assertEquals(data, JsonReader.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1,]", "{\"a\" 1}", "nul", "1 2", "\"a", "{\"a\": 1"})
  void whatIsNoJsonIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> JsonReader.read(text));
  }

  @Test
  void anObjectIsReadByTheTypesOfItsMembers() {
    JsonObject object =
        JsonObject.of(
            JsonReader.read("{\"n\": 1, \"t\": [\"a\", null], \"o\": {\"b\": true, \"z\": null}}"));
    assertEquals(1, object.number("n"));
    assertEquals(Arrays.asList("a", null), object.texts("t"));
    assertTrue(object.object("o").truth("b"));
    assertNull(object.object("o").textOrNull("z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "absent", "z"})
  void aMemberOfAnotherTypeIsNamed(String name) {
    JsonObject object = JsonObject.of(JsonReader.read("{\"n\": 1, \"z\": null}"));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> object.text(name));
    assertTrue(refused.getMessage().endsWith(" " + name), refused.getMessage());
  }
}
