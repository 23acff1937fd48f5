package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TablesTest {

  private Tables tables;

  @BeforeEach
  void furnish() {
    tables = new Tables().with(1, 6).with(2, 2).with(3, 4);
  }

  @Test
  void prefersTheSmallest() {
    assertEquals(OptionalInt.of(2), tables.freeFor(1));
    assertEquals(OptionalInt.of(3), tables.freeFor(3));
    assertEquals(OptionalInt.of(1), tables.freeFor(5));
    assertTrue(tables.freeFor(7).isEmpty());
  }

  @Test
  void seatsOnlyOnce() {
    assertTrue(tables.seat("ann", 5));
    assertFalse(tables.seat("bob", 5));
    tables.leave(1);
    assertTrue(tables.seat("bob", 5));
  }

  @Test
  void greetsByName() {
    tables.seat(" ann ", 2);
    assertEquals("Dear Ann", tables.whoSitsAt(2));
    assertEquals("nobody", tables.whoSitsAt(1));
  }

  @Test
  void greetsStrangers() {
    tables.seat(" ", 2);
    assertEquals("Dear guest", tables.whoSitsAt(2));
  }
}
