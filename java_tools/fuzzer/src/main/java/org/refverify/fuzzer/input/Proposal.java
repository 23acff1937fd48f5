package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;

/** A method that is likely to differ, and values with which a run may show it. */
public final class Proposal {
  /** What a proposal says about a value. */
  enum Kind {
    NUMBER,
    TEXT,
    NULL,
    NOT_NULL,
    TYPE,
    CONSTANT
  }

  /** One value of an input. */
  static final class Value {
    /** From 0; -1 is the receiver. */
    final int parameter;

    /** The way from there: {@code .field}, {@code #}, {@code [2]}, {@code ("key")}, {@code +}. */
    final List<String> steps;

    final Kind kind;

    /** The number, text, type or constant; empty for the other kinds. */
    final String text;

    Value(int parameter, List<String> steps, Kind kind, String text) {
      this.parameter = parameter;
      this.steps = Collections.unmodifiableList(new ArrayList<String>(steps));
      this.kind = kind;
      this.text = text;
    }

    /** The order of values: an object comes before its parts, its size after its named parts. */
    private int order() {
      boolean isSize = !steps.isEmpty() && steps.get(steps.size() - 1).equals("#");
      boolean isObject = kind == Kind.TYPE || kind == Kind.NOT_NULL;
      return 3 * steps.size() + (isObject ? 0 : isSize ? 2 : 1);
    }
  }

  /** The old method, as {@code pkg.Class#name(I)V}. */
  public final String method;

  final List<Value> values;

  Proposal(String method, List<Value> values) {
    this.method = method;
    List<Value> sorted = new ArrayList<Value>(values);
    sorted.sort(Comparator.comparingInt(Value::order));
    this.values = Collections.unmodifiableList(sorted);
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException the line is not such a record
   */
  public static Proposal read(String line) {
    JsonObject read = JsonObject.of(JsonReader.read(line));
    List<Value> values = new ArrayList<Value>();
    for (JsonObject each : read.objects("values")) {
      Kind kind =
          Kind.valueOf(each.text("kind").toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
      values.add(
          new Value((int) each.number("parameter"), each.texts("steps"), kind, each.text("value")));
    }
    return new Proposal(read.text("method"), values);
  }
}
