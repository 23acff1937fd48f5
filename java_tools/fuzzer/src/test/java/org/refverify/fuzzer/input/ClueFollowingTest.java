package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.input;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.run.Clue;

class ClueFollowingTest {
  private static final Clue NUMBER = new Clue(Clue.Kind.NUMBER, 3L, 77L);

  private final ClueFollowing following = new ClueFollowing(new SplittableRandom(1));

  private List<String> waiting(int most) {
    List<String> found = new ArrayList<>();
    for (Input next = following.next(); next != null && found.size() < most; ) {
      found.add(Written.text(next));
      next = following.next();
    }
    return found;
  }

  @Test
  void withoutCluesThereIsNothing() {
    assertNull(following.next());
    following.follow(input(0, new Literal(3)), List.of(), true);
    assertNull(following.next());
  }

  @Test
  void aComparedValueBecomesTheOther() {
    following.follow(input(0, new Literal(3), new Literal(5)), List.of(NUMBER), false);
    assertEquals(Set.of("77 5", "78 5", "76 5"), new HashSet<>(waiting(10)));
  }

  @Test
  void anInputIsDerivedOnce() {
    following.follow(input(0, new Literal(3)), List.of(NUMBER), false);
    assertEquals(3, waiting(10).size());
    following.follow(input(0, new Literal(3)), List.of(NUMBER), false);
    assertEquals(0, waiting(10).size());
  }

  @Test
  void aValueIsMovedIfNoneIsTheComparedOne() {
    following.follow(input(0, new Literal(100)), List.of(NUMBER), false);
    List<String> found = waiting(10);
    assertEquals(1, found.size());
    assertTrue(Set.of("174", "26").contains(found.get(0)), found.toString());
  }

  @Test
  void manyVariantsOfANovelInputAreTriedAndFewOfAKnownOne() {
    Input many = input(0, array(3, 3, 3, 3, 3, 3));
    following.follow(many, List.of(NUMBER), false);
    assertEquals(4, waiting(100).size());
    ClueFollowing other = new ClueFollowing(new SplittableRandom(1));
    other.follow(many, List.of(NUMBER), true);
    int found = 0;
    while (found < 10 && other.next() != null) {
      found++;
    }
    assertEquals(10, found);
  }

  @Test
  void aNovelInputGivesVariantsAgain() {
    following.follow(input(0, array(3, 3, 3, 3, 3, 3, 3, 3, 3, 3)), List.of(NUMBER), true);
    for (int i = 0; i < 24; i++) {
      assertNotNull(following.next(), "variant " + i);
    }
    boolean again = false;
    for (int i = 0; i < 20; i++) {
      again |= following.next() != null;
    }
    assertTrue(again);
  }

  @Test
  void valuesThatAreReferredToKeepTheirNumbers() {
    Clue length = new Clue(Clue.Kind.NUMBER, 2L, 4L);
    following.follow(input(0, array(8, 8), new Again(0)), List.of(length), false);
    for (String each : waiting(10)) {
      assertFalse(each.startsWith("[8, 8, 8"), each);
    }
  }
}
