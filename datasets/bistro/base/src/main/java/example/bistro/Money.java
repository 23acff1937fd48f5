package example.bistro;

/** An amount in cents. */
public record Money(long cents) implements Comparable<Money> {

  public static final Money ZERO = new Money(0);

  /** Reads {@code 12.50} or {@code 12}. */
  public static Money parse(String text) {
    String[] parts = text.trim().split("\\.");
    long euros = Long.parseLong(parts[0]);
    long cents = parts.length > 1 ? Long.parseLong(parts[1]) : 0;
    return new Money(euros * 100 + cents);
  }

  public Money plus(Money other) {
    return new Money(cents + other.cents);
  }

  public Money minus(Money other) {
    return new Money(cents - other.cents);
  }

  public Money times(int factor) {
    return new Money(cents * factor);
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(cents, other.cents);
  }

  @Override
  public String toString() {
    return "%d.%02d".formatted(cents / 100, cents % 100);
  }
}
