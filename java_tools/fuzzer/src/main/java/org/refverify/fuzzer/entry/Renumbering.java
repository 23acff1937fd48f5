package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Puts the values of an input into another order; references to earlier values follow. */
final class Renumbering implements Recipe.Visitor<Recipe> {
  private final int[] moved;
  private int counted;
  private boolean possible = true;

  private Renumbering(int[] moved) {
    this.moved = moved;
  }

  /**
   * The recipes in the order of the positions.
   *
   * @return null where a value would refer to one that is made later
   */
  static List<Recipe> arrange(List<Recipe> recipes, int[] positions) {
    int[] sizes = new int[recipes.size()];
    int all = 0;
    for (int i = 0; i < sizes.length; i++) {
      Renumbering counting = new Renumbering(new int[0]);
      recipes.get(i).accept(counting);
      sizes[i] = counting.counted;
      all += sizes[i];
    }
    int[] moved = moved(sizes, positions, all);
    Renumbering writing = new Renumbering(moved);
    List<Recipe> arranged = new ArrayList<Recipe>();
    for (int position : positions) {
      arranged.add(recipes.get(position).accept(writing));
    }
    return writing.possible ? arranged : null;
  }

  /** New number by old number. */
  private static int[] moved(int[] sizes, int[] positions, int all) {
    int[] starts = new int[sizes.length];
    for (int i = 1; i < sizes.length; i++) {
      starts[i] = starts[i - 1] + sizes[i - 1];
    }
    int[] moved = new int[all];
    int next = 0;
    for (int position : positions) {
      for (int i = 0; i < sizes[position]; i++) {
        moved[starts[position] + i] = next++;
      }
    }
    return moved;
  }

  @Override
  public Recipe again(Again recipe) {
    int self = counted++;
    if (moved.length == 0) {
      return recipe;
    }
    boolean known = recipe.number >= 0 && recipe.number < moved.length;
    possible &= known && moved[recipe.number] < self;
    return known ? new Again(moved[recipe.number]) : recipe;
  }

  @Override
  public Recipe literal(Literal recipe) {
    counted++;
    return recipe;
  }

  @Override
  public Recipe classValue(ClassValue recipe) {
    counted++;
    return recipe;
  }

  @Override
  public Recipe constant(Constant recipe) {
    counted++;
    return recipe;
  }

  @Override
  public Recipe array(ArrayValue recipe) {
    counted++;
    return new ArrayValue(recipe.element, all(recipe.elements));
  }

  @Override
  public Recipe made(Made recipe) {
    counted++;
    Call creation = call(recipe.creation);
    List<Call> then = new ArrayList<Call>();
    for (Call later : recipe.then) {
      then.add(call(later));
    }
    return new Made(creation, then);
  }

  @Override
  public Recipe standIn(StandIn recipe) {
    counted++;
    return new StandIn(recipe.type, all(recipe.answers));
  }

  @Override
  public Recipe fields(Fields recipe) {
    counted++;
    Map<String, Recipe> values = new TreeMap<String, Recipe>();
    for (Map.Entry<String, Recipe> value : recipe.values.entrySet()) {
      values.put(value.getKey(), value.getValue().accept(this));
    }
    return new Fields(recipe.className, values);
  }

  private Call call(Call call) {
    return new Call(call.owner, call.name, call.descriptor, all(call.arguments));
  }

  private List<Recipe> all(List<Recipe> recipes) {
    List<Recipe> all = new ArrayList<Recipe>();
    for (Recipe recipe : recipes) {
      all.add(recipe.accept(this));
    }
    return all;
  }
}
