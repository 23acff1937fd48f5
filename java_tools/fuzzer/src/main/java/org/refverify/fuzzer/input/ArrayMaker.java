package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Arrays: small, with duplicates, sorted, reversed, constant, copied from earlier ones. */
final class ArrayMaker implements Maker {
  private static final Comparator<Recipe> BY_VALUE = ArrayMaker::compare;
  private final String element;
  private final Maker elements;
  private final boolean nested;

  ArrayMaker(String element, Maker elements) {
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
    List<Recipe> copy = new ArrayList<Recipe>(base.elements);
    for (Recipe part : copy) {
      m.skip(Recipes.count(part));
    }
    if (form > 13) {
      edit(m, copy);
    }
    ArrayValue made = new ArrayValue(element, copy);
    m.remember(made);
    return made;
  }

  private void edit(Making m, List<Recipe> copy) {
    int at = copy.isEmpty() ? 0 : m.choices.below(copy.size());
    switch (copy.isEmpty() ? 0 : m.choices.below(6)) {
      case 0:
        copy.add(elements.make(m));
        break;
      case 1:
        m.skip(-Recipes.count(copy.remove(at)));
        break;
      case 2:
        Collections.reverse(copy);
        break;
      case 3:
        sort(copy);
        break;
      case 4:
        Collections.swap(copy, at, m.choices.below(copy.size()));
        break;
      default:
        m.skip(-Recipes.count(copy.get(at)));
        copy.set(at, elements.make(m));
        break;
    }
  }

  private List<Recipe> filled(Making m, int form) {
    int size = length(m, form);
    List<Recipe> parts = new ArrayList<Recipe>(size);
    int distinct = form == 6 ? 1 : form == 7 || form == 8 ? 2 + m.choices.below(3) : size;
    for (int i = 0; i < size; i++) {
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
      sort(parts);
      if (form == 10 && m.choices.below(2) == 1) {
        Collections.reverse(parts);
      }
    }
    return parts;
  }

  private int length(Making m, int form) {
    int most = nested ? 6 : 64;
    if (m.depth() > 1) {
      most = 6;
    }
    if (form == 11 && !m.integers.isEmpty()) {
      long wanted = m.pick(m.integers) + m.choices.below(3) - 1;
      if (wanted >= 0 && wanted <= most) {
        return (int) wanted;
      }
    }
    if (nested && form < 6 && !m.arrays.isEmpty()) {
      return Math.min(most, m.arrays.get(m.arrays.size() - 1).elements.size());
    }
    return m.size(most);
  }

  /** Sorts literals by value; other recipes keep their place. */
  static void sort(List<Recipe> parts) {
    for (Recipe part : parts) {
      if (!(part instanceof Literal) || !(((Literal) part).value instanceof Comparable)) {
        return;
      }
    }
    Collections.sort(parts, BY_VALUE);
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
