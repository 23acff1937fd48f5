package example.bistro;

import java.util.Set;

/** Something that can be ordered. */
public record Dish(String name, Money price, Set<Tag> tags) {

  /** What a guest may want to know of a dish. */
  public enum Tag {
    VEGAN,
    SPICY,
    DRINK
  }

  public Dish {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a dish needs a name");
    }
    tags = Set.copyOf(tags);
  }

  public static Dish of(String name, String price, Tag... tags) {
    return new Dish(name, Money.parse(price), Set.of(tags));
  }

  public boolean has(Tag tag) {
    return tags.contains(tag);
  }
}
