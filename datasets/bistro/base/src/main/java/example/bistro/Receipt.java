package example.bistro;

import java.util.List;

/** A receipt as text. */
public class Receipt {

  private static final int WIDTH = 32;

  private final Order order;

  public Receipt(Order order) {
    this.order = order;
  }

  public String print() {
    StringBuilder out = new StringBuilder();
    String title = "🍽️ Bistro 🍷";
    int margin = (WIDTH - title.codePointCount(0, title.length())) / 2;
    out.append(" ".repeat(margin)).append(title).append('\n');
    out.append("=".repeat(WIDTH)).append('\n');
    for (Order.Line line : order.lines()) {
      String left = line.count() + " x " + line.dish().name();
      out.append(padRight(left, WIDTH - 10)).append(padLeft(line.total().toString(), 10));
      out.append('\n');
    }
    out.append("=".repeat(WIDTH)).append('\n');
    out.append(padRight("Total", WIDTH - 10)).append(padLeft(order.total().toString(), 10));
    out.append('\n');
    return out.toString();
  }

  public String summary() {
    List<Order.Line> lines = order.lines();
    int dishes = lines.stream().mapToInt(Order.Line::count).sum();
    return "Table " + order.table() + ": " + dishes + " dishes, " + order.total();
  }

  static String padLeft(String text, int width) {
    StringBuilder padded = new StringBuilder();
    for (int i = text.length(); i < width; i++) {
      padded.append(' ');
    }
    return padded.append(text).toString();
  }

  static String padRight(String text, int width) {
    StringBuilder padded = new StringBuilder(text);
    while (padded.length() < width) {
      padded.append(' ');
    }
    return padded.toString();
  }
}
