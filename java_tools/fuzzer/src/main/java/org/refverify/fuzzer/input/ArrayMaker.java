package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Arrays: small, with duplicates, sorted, reversed, constant, copied from earlier ones. */
final class ArrayMaker implements Maker {
  private static final Comparator<Recipe> BY_VALUE = ArrayMaker::compare;
  private final String element;
  private final Maker elements;
  private final boolean nested;
  private final Pool pool;

  private final Function<JavaType, Maker> makers;

  ArrayMaker(String element, Maker elements, Pool pool, Function<JavaType, Maker> makers) {
    this.pool = pool;
    this.makers = makers;
    this.element = element;
    this.elements = elements;
    this.nested = element.charAt(0) == '[';
  }

  @Override
  public Recipe make(Making m) {
    int number = m.begin();
    if (m.isDeep()) {
      return new ArrayValue(element, Collections.<Recipe>emptyList());
    }
    if (m.called != null && isOfArguments() && m.choices.below(2) == 1) {
      return arguments(m);
    }
    int form = m.choices.below(m.values ? 16 : 1);
    if (form >= 12) {
      Recipe earlier = earlier(m, form);
      if (earlier != null) {
        return earlier;
      }
    }
    m.enter();
    ArrayValue made = new ArrayValue(element, filled(m, form));
    m.leave();
    m.remember(made);
    m.remember(number, "[" + element, made);
    return made;
  }

  private boolean isOfArguments() {
    return element.equals("Ljava/lang/Class;") || element.equals("Ljava/lang/Object;");
  }

  /** The parameter types of the method whose name was made last, or arguments of these types. */
  private Recipe arguments(Making m) {
    List<Recipe> parts = new ArrayList<Recipe>();
    for (JavaType type : m.called.parameters) {
      if (element.equals("Ljava/lang/Class;")) {
        m.begin();
        parts.add(new ClassValue(type.className()));
      } else {
        m.enter();
        parts.add(makers.apply(JavaType.erased(type.descriptor)).make(m));
        m.leave();
      }
    }
    return new ArrayValue(element, parts);
  }

  private Recipe earlier(Making m, int form) {
    List<ArrayValue> fits = new ArrayList<ArrayValue>();
    for (ArrayValue array : m.arrays) {
      if (array.element.equals(element)) {
        fits.add(array);
      }
    }
    if (fits.isEmpty()) {
      return null;
    }
    ArrayValue base = m.pick(fits);
    if (form == 12) {
      for (Making.Known known : m.objects) {
        if (known.recipe == base) {
          return new Again(known.number);
        }
      }
    }
    if (Recipes.refers(base)) {
      return null;
    }
    List<Recipe> copy = form > 13 ? edited(m, base.elements) : copied(m, base.elements);
    ArrayValue made = new ArrayValue(element, copy);
    m.remember(made);
    return made;
  }

  private static List<Recipe> copied(Making m, List<Recipe> parts) {
    for (Recipe part : parts) {
      m.skip(Recipes.count(part));
    }
    return new ArrayList<Recipe>(parts);
  }

  /**
   * One element is added, removed or replaced, or the order changes. Values are numbered in their
   * order.
   */
  private List<Recipe> edited(Making m, List<Recipe> base) {
    int kind = base.isEmpty() ? 0 : m.choices.below(8);
    int at = base.isEmpty() ? 0 : m.choices.below(base.size());
    if (kind == 6) {
      return copied(m, base.subList(at, at + 1 + m.choices.below(base.size() - at)));
    }
    if (kind == 7 && element.equals("C")) {
      return otherCase(m, base);
    }
    if (kind > 1 && kind < 5) {
      List<Recipe> copy = copied(m, base);
      reorder(m, copy, kind, at);
      return copy;
    }
    List<Recipe> copy = copied(m, base.subList(0, kind == 0 ? base.size() : at));
    if (kind != 1) {
      copy.add(elements.make(m));
    }
    if (kind != 0) {
      copy.addAll(copied(m, base.subList(at + 1, base.size())));
    }
    return copy;
  }

  private static List<Recipe> otherCase(Making m, List<Recipe> base) {
    int from = m.choices.below(base.size());
    List<Recipe> copy = new ArrayList<Recipe>();
    for (Recipe part : base.subList(from, from + 1 + m.choices.below(base.size() - from))) {
      m.begin();
      char unit = (Character) ((Literal) part).value;
      boolean upper = Character.isUpperCase(unit);
      copy.add(new Literal(upper ? Character.toLowerCase(unit) : Character.toUpperCase(unit)));
    }
    return copy;
  }

  private static void reorder(Making m, List<Recipe> copy, int kind, int at) {
    if (kind == 2) {
      Collections.reverse(copy);
    } else if (kind == 3) {
      sort(copy);
    } else {
      Collections.swap(copy, at, m.choices.below(copy.size()));
    }
  }

  private List<Recipe> filled(Making m, int form) {
    int size = length(m, form);
    List<Recipe> parts = new ArrayList<Recipe>(size);
    if (form == 5) {
      compared(m, parts);
    }
    int distinct = form == 6 ? 1 : form == 7 || form == 8 ? 2 + m.choices.below(3) : size;
    for (int i = parts.size(); i < size; i++) {
      if (i < distinct) {
        parts.add(elements.make(m));
      } else {
        Recipe again = parts.get(distinct == 1 ? 0 : m.choices.below(distinct));
        if (!Literal.class.isInstance(again) && Recipes.refers(again)) {
          parts.add(elements.make(m));
        } else {
          m.skip(Recipes.count(again));
          parts.add(again);
        }
      }
    }
    if (form == 9 || form == 10) {
      boolean sorted = sort(parts);
      if (sorted && form == 10 && m.choices.below(2) == 1) {
        Collections.reverse(parts);
      }
    }
    return parts;
  }

  /** Adds the values with which the byte code compares elements, in their order. */
  private void compared(Making m, List<Recipe> parts) {
    long[] all = pool.elements;
    if ("BCSIJ".indexOf(element) < 0 || all.length == 0) {
      return;
    }
    int from = m.choices.below(2) * m.choices.below(all.length);
    for (int i = from; i < all.length && parts.size() < 64; i++) {
      m.begin();
      parts.add(Numbers.literal(element.charAt(0), all[i]));
    }
  }

  private int length(Making m, int form) {
    int most = nested ? 6 : 64;
    if (m.depth() > 1) {
      most = 6;
    }
    int asked = form == 4 || form == 5 ? pool.length(m, most) : -1;
    if (asked > 0) {
      return asked;
    }
    if (form == 11 && !m.integers.isEmpty()) {
      long wanted = m.pick(m.integers) + m.choices.below(3) - 1;
      if (wanted >= 0 && wanted <= most) {
        return (int) wanted;
      }
    }
    if (form < (nested ? 6 : 3) && !m.arrays.isEmpty()) {
      return Math.min(most, m.arrays.get(m.arrays.size() - 1).elements.size());
    }
    return m.size(most);
  }

  /** Sorts literals by value; false if there are other elements, which keep their places. */
  static boolean sort(List<Recipe> parts) {
    for (Recipe part : parts) {
      if (!(part instanceof Literal) || !(((Literal) part).value instanceof Comparable)) {
        return false;
      }
    }
    Collections.sort(parts, BY_VALUE);
    return true;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Recipe left, Recipe right) {
    Object a = ((Literal) left).value;
    Object b = ((Literal) right).value;
    return a.getClass() == b.getClass()
        ? ((Comparable<Object>) a).compareTo(b)
        : a.getClass().getName().compareTo(b.getClass().getName());
  }
}
