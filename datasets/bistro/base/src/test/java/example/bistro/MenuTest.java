package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.bistro.Dish.Tag;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MenuTest {

  @Test
  void sortsByPrice() {
    Menu menu = new Menu();
    menu.with(Dish.of("Curry", "11.00", Tag.SPICY));
    menu.with(Dish.of("Salad", "7.50", Tag.VEGAN));
    menu.with(Dish.of("Chili sin", "9.00", Tag.VEGAN, Tag.SPICY));
    List<String> names = menu.vegan().stream().map(Dish::name).toList();
    assertEquals(List.of("Salad", "Chili sin"), names);
  }

  @Test
  void marksDishesOnTheBoard() {
    Menu menu = menu();
    assertEquals("Curry 🌶 - 11.00\nSalad 🌱 - 7.50\nChili sin 🌶 🌱 - 9.00\n", menu.board());
  }

  @Test
  void knowsTheCheapest() {
    assertEquals("Salad", menu().cheapest().name());
  }

  @Test
  void hasNothingCheapWhenItIsEmpty() {
    assertThrows(IllegalStateException.class, () -> new Menu().cheapest());
  }

  @TestFactory
  Stream<DynamicTest> findsByNameOrItsFirstWord() {
    return Stream.of("Chili sin", "chili", " CHILI SIN ")
        .map(
            wanted ->
                DynamicTest.dynamicTest(
                    "'" + wanted + "'",
                    () -> assertEquals("Chili sin", menu().find(wanted).orElseThrow().name())));
  }

  @Test
  void doesNotFindHalfWords() {
    assertTrue(menu().find("Chil").isEmpty());
  }

  private static Menu menu() {
    return new Menu()
        .with(Dish.of("Curry", "11.00", Tag.SPICY))
        .with(Dish.of("Salad", "7.50", Tag.VEGAN))
        .with(Dish.of("Chili sin", "9.00", Tag.VEGAN, Tag.SPICY));
  }
}
