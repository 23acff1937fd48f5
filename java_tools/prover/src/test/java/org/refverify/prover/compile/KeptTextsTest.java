package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptTextsTest {
  private final List<String> read = new ArrayList<>();
  private final KeptTexts texts = new KeptTexts(5);

  private String ask(String text) {
    return texts.text(
        text,
        () -> {
          read.add(text);
          return text;
        });
  }

  @Test
  void whatWasAskedForLastIsNotReadAgain() {
    for (String each : List.of("aa", "bb", "aa", "cc", "aa", "bb")) {
      assertEquals(each, ask(each));
    }
    assertEquals(List.of("aa", "bb", "cc", "bb"), read);
  }

  @Test
  void whatIsTooLongIsReadEachTime() {
    assertEquals("123456", ask("123456"));
    assertEquals("123456", ask("123456"));
    assertEquals(List.of("123456", "123456"), read);
  }
}
