package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/**
 * Variants of an input that has no choices: one of its values is shorter, has fewer parts or is
 * closer to zero.
 */
final class SimplerValues implements Iterator<Trial> {
  private static final int MOST_SINGLE = 40;

  private final Input input;
  private final List<Recipe> values;
  private final boolean resizable;
  private final List<Input> ready = new ArrayList<Input>();
  private int number;

  SimplerValues(Input input) {
    this.input = input;
    this.values = NumberedValues.of(input);
    this.resizable = Recipes.areFree(input);
    if (input.world != 0) {
      ready.add(new Input(input.receiver, input.arguments, 0));
    }
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && number < values.size()) {
      for (Recipe simpler : simpler(values.get(number))) {
        ready.add(Replacing.with(input, number, simpler));
      }
      number++;
    }
    return !ready.isEmpty();
  }

  @Override
  public Trial next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Input next = ready.remove(0);
    return new Trial(next, new long[0], next);
  }

  private List<Recipe> simpler(Recipe value) {
    List<Recipe> found = new ArrayList<Recipe>();
    if (value instanceof Literal) {
      Object literal = ((Literal) value).value;
      if (literal instanceof String) {
        texts((String) literal, found);
      } else {
        numbers(literal, found);
      }
    } else if (value instanceof ArrayValue && resizable) {
      ArrayValue array = (ArrayValue) value;
      for (List<Recipe> fewer : fewer(array.elements)) {
        found.add(new ArrayValue(array.element, fewer));
      }
    } else if (value instanceof Made && resizable) {
      Made made = (Made) value;
      for (List<Call> fewer : fewer(made.then)) {
        found.add(new Made(made.creation, fewer));
      }
    }
    return found;
  }

  private static <T> List<List<T>> fewer(List<T> parts) {
    List<List<T>> found = new ArrayList<List<T>>();
    int size = parts.size();
    if (size > 2) {
      found.add(parts.subList(0, size / 2));
      found.add(parts.subList(size / 2, size));
    }
    for (int i = 0; i < Math.min(size, MOST_SINGLE); i++) {
      List<T> without = new ArrayList<T>(parts);
      without.remove(i);
      found.add(without);
    }
    return found;
  }

  private static void texts(String text, List<Recipe> found) {
    int length = text.length();
    if (length > 2) {
      found.add(new Literal(text.substring(0, length / 2)));
      found.add(new Literal(text.substring(length / 2)));
    }
    for (int i = 0; i < Math.min(length, MOST_SINGLE); i++) {
      found.add(new Literal(text.substring(0, i) + text.substring(i + 1)));
    }
    for (int i = 0; i < Math.min(length, MOST_SINGLE); i++) {
      if (text.charAt(i) != 'a') {
        found.add(new Literal(text.substring(0, i) + 'a' + text.substring(i + 1)));
      }
    }
  }

  private static void numbers(Object literal, List<Recipe> found) {
    if (Variants.isWhole(literal)) {
      long value = Variants.whole(literal);
      for (long simpler : new long[] {0, value / 2, value - Long.signum(value)}) {
        if (simpler != value) {
          found.add(Variants.of(literal, simpler));
        }
      }
    } else if (literal instanceof Double && (Double) literal != 0) {
      found.add(new Literal(0.0));
    } else if (literal instanceof Float && (Float) literal != 0) {
      found.add(new Literal(0f));
    }
  }
}
