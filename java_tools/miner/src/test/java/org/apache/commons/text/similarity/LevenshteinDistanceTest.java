package org.apache.commons.text.similarity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same number as the class of commons-text, which is loaded in a separate loader. */
class LevenshteinDistanceTest {
  private static final Integer[] LIMITS = {null, 0, 1, 2, 3, 5, 50};

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "kitten, sitting, 3",
    "flaw, lawn, 2",
    "'', abc, 3",
    "count(), counter(), 2",
    "aXbc, abXc, 2"
  })
  void countsTheCharactersToChange(String left, String right, int distance) {
    assertEquals(distance, new LevenshteinDistance().apply(left, right));
    assertEquals(distance, new LevenshteinDistance(distance).apply(left, right));
    assertEquals(distance == 0 ? 0 : -1, new LevenshteinDistance(0).apply(left, right));
  }

  @Test
  void refusesWhatTheOtherRefuses() {
    assertThrows(IllegalArgumentException.class, () -> new LevenshteinDistance(-1));
    assertThrows(IllegalArgumentException.class, () -> new LevenshteinDistance().apply(null, "a"));
    assertThrows(IllegalArgumentException.class, () -> new LevenshteinDistance().apply("a", null));
  }

  @Test
  void allShortTextsHaveTheDistanceThatCommonsTextTells() throws Exception {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0; texts.get(from).length() < 4; from++) {
      for (char next : "abc".toCharArray()) {
        texts.add(texts.get(from) + next);
      }
    }
    for (Integer limit : LIMITS) {
      var theirs = commonsText(limit);
      var ours = new LevenshteinDistance(limit);
      for (String left : texts) {
        for (String right : texts) {
          assertEquals(theirs.apply(left, right), ours.apply(left, right));
        }
      }
    }
  }

  @Test
  void longTextsHaveTheDistanceThatCommonsTextTells() throws Exception {
    Random random = new Random(1);
    for (Integer limit : LIMITS) {
      var theirs = commonsText(limit);
      var ours = new LevenshteinDistance(limit);
      for (int round = 0; round < 500; round++) {
        String left = text(random, random.nextInt(200));
        String right = round % 2 == 0 ? text(random, random.nextInt(200)) : edited(random, left);
        assertEquals(theirs.apply(left, right), ours.apply(left, right), left + " | " + right);
      }
    }
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    random.ints(length, 0, 6).forEach(letter -> text.append("ab(;é\ud83d".charAt(letter)));
    return text.toString();
  }

  private static String edited(Random random, String from) {
    StringBuilder text = new StringBuilder(from);
    for (int edit = random.nextInt(8); edit > 0; edit--) {
      int place = random.nextInt(text.length() + 1);
      if (random.nextBoolean() || place == text.length()) {
        text.insert(place, 'x');
      } else {
        text.deleteCharAt(place);
      }
    }
    return text.toString();
  }

  private static BiFunction<String, String, Object> commonsText(Integer limit) throws Exception {
    Class<?> neighbour = Class.forName("org.apache.commons.text.similarity.SimilarityInput");
    URL jar = neighbour.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null);
    Class<?> type = loader.loadClass(LevenshteinDistance.class.getName());
    Object distance = type.getConstructor(Integer.class).newInstance(limit);
    var apply = type.getMethod("apply", CharSequence.class, CharSequence.class);
    return (left, right) -> {
      try {
        return apply.invoke(distance, left, right);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    };
  }
}
