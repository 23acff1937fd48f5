package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReceiptTest {

  @Test
  void printsEveryLineAndTheTotal() {
    Order order = new Order(3);
    order.add(Dish.of("Soup", "4.50"), 2);
    order.add(Dish.of("Wine", "6.00", Dish.Tag.DRINK));
    String receipt = new Receipt(order).print();
    String[] lines = receipt.split("\n");
    assertEquals(6, lines.length);
    assertEquals("          🍽️ Bistro 🍷", lines[0]);
    assertEquals("2 x Soup                    9.00", lines[2]);
    assertEquals("1 x Wine                    6.00", lines[3]);
    assertEquals("Total                      15.00", lines[5]);
  }

  @Test
  void endsWithALineBreak() {
    assertTrue(new Receipt(new Order(1)).print().endsWith("0.00\n"));
  }

  @Test
  void sumsUpInOneLine() {
    Order order = new Order(3);
    order.add(Dish.of("Soup", "4.50"), 2);
    assertEquals("Table 3: 2 dishes, 9.00", new Receipt(order).summary());
  }
}
