package org.refverify.miner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void commasStandBetweenWhatFollowsEachOther() {
    JsonWriter json = new JsonWriter().open('{');
    json.key("a").open('[').close(']').key("b").strings(List.of("c", "d"));
    json.key("e").number(-1).key("f").bool(true).key("g").raw("{}").close('}');
    assertEquals("{\"a\":[],\"b\":[\"c\",\"d\"],\"e\":-1,\"f\":true,\"g\":{}}", json.toString());
  }

  @Test
  void nothingButPrintableAsciiIsWrittenAsItIs() {
    assertEquals(
        "\"a\\\"\\\\\\u000a\\u007f\\u00e9\\ud800\"",
        new JsonWriter().string("a\"\\\n\u007f\u00e9\ud800").toString());
  }
}
