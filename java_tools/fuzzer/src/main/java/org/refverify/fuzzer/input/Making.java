package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Recipe;

/** One input during its creation: the choices, and the earlier values. */
final class Making {
  /** The nesting depth below which only the simplest values are made. */
  private static final int DEPTH = 6;

  /** The number of values above which only the simplest ones are made. */
  private static final int SIZE = 600;

  private static final int REMEMBERED = 64;
  private static final int[] SIZES = {
    0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, 12, 14, 16, 20,
        26, 36
  };

  /** An object that can be referred to again. */
  static final class Known {
    final int number;
    final String descriptor;
    final Recipe recipe;

    Known(int number, String descriptor, Recipe recipe) {
      this.number = number;
      this.descriptor = descriptor;
      this.recipe = recipe;
    }
  }

  final Choices choices;

  /** False if the value model is switched off. */
  final boolean values;

  final List<Long> integers = new ArrayList<Long>();
  final List<Long> lengths = new ArrayList<Long>();
  final List<String> classes = new ArrayList<String>();

  /** Classes whose members texts may name; the last one is preferred. */
  final List<ClassShape> named = new ArrayList<ClassShape>();

  /** The method that a text named last; null if none did. */
  ClassShape.Method called;

  final List<Double> doubles = new ArrayList<Double>();
  final List<String> texts = new ArrayList<String>();
  final List<ArrayValue> arrays = new ArrayList<ArrayValue>();
  final List<Known> objects = new ArrayList<Known>();
  final Map<String, JavaType> bindings = new HashMap<String, JavaType>();
  private int number;
  private int depth;

  Making(Choices choices, boolean values) {
    this.choices = choices;
    this.values = values;
  }

  /** Starts a value and returns its number. */
  int begin() {
    return number++;
  }

  /** Counts the parts of a recipe that was copied from an earlier value. */
  void skip(int count) {
    number += count;
  }

  void enter() {
    depth++;
  }

  void leave() {
    depth--;
  }

  boolean isDeep() {
    return depth > DEPTH || number > SIZE;
  }

  int depth() {
    return depth;
  }

  boolean isNull(int onceIn) {
    return choices.onceIn(onceIn);
  }

  void remember(long value) {
    if (integers.size() < REMEMBERED) {
      integers.add(value);
    }
  }

  void remember(double value) {
    if (doubles.size() < REMEMBERED) {
      doubles.add(value);
    }
  }

  void remember(String text) {
    if (texts.size() < REMEMBERED) {
      texts.add(text);
      lengths.add((long) text.length());
      remember((long) text.length());
    }
  }

  void remember(ArrayValue array) {
    if (arrays.size() < REMEMBERED) {
      arrays.add(array);
      lengths.add((long) array.elements.size());
      remember((long) array.elements.size());
    }
  }

  void remember(int ofNumber, String descriptor, Recipe recipe) {
    if (objects.size() < REMEMBERED) {
      objects.add(new Known(ofNumber, descriptor, recipe));
    }
  }

  /** One of the words. */
  String oneOf(String[] words) {
    return words[choices.below(words.length)];
  }

  /** One of the list. */
  <T> T pick(List<T> list) {
    return list.get(choices.below(list.size()));
  }

  /**
   * A small size: usually 0 to 5, rarely up to {@code most}. A smaller choice never gives a larger
   * size.
   */
  int size(int most) {
    return Math.min(SIZES[choices.below(SIZES.length)], most);
  }
}
