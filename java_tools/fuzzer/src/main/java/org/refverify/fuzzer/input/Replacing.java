package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Replaces one value of an input with another recipe; the others stay the same. */
final class Replacing implements Recipe.Visitor<Recipe> {
  private final int number;
  private final Recipe replacement;
  private int next;

  private Replacing(int number, Recipe replacement) {
    this.number = number;
    this.replacement = replacement;
  }

  /**
   * The input with another value at a number. References to later values by number are not
   * adjusted: the replacement must make the same number of values, or there must be no references.
   */
  static Input with(Input input, int number, Recipe replacement) {
    Replacing rewriting = new Replacing(number, replacement);
    Recipe receiver = input.receiver == null ? null : rewriting.one(input.receiver);
    return new Input(receiver, rewriting.all(input.arguments), input.world);
  }

  private Recipe one(Recipe recipe) {
    if (next == number) {
      next += Recipes.count(recipe);
      return replacement;
    }
    return recipe.accept(this);
  }

  private List<Recipe> all(List<Recipe> recipes) {
    List<Recipe> rewritten = new ArrayList<Recipe>(recipes.size());
    for (Recipe recipe : recipes) {
      rewritten.add(one(recipe));
    }
    return rewritten;
  }

  private Recipe leaf(Recipe recipe) {
    next++;
    return recipe;
  }

  @Override
  public Recipe literal(Literal recipe) {
    return leaf(recipe);
  }

  @Override
  public Recipe classValue(ClassValue recipe) {
    return leaf(recipe);
  }

  @Override
  public Recipe constant(Constant recipe) {
    return leaf(recipe);
  }

  @Override
  public Recipe again(Again recipe) {
    return leaf(recipe);
  }

  @Override
  public Recipe array(ArrayValue recipe) {
    next++;
    return new ArrayValue(recipe.element, all(recipe.elements));
  }

  @Override
  public Recipe made(Made recipe) {
    next++;
    Call creation = call(recipe.creation);
    List<Call> then = new ArrayList<Call>(recipe.then.size());
    for (Call call : recipe.then) {
      then.add(call(call));
    }
    return new Made(creation, then);
  }

  private Call call(Call call) {
    return new Call(call.owner, call.name, call.descriptor, all(call.arguments));
  }

  @Override
  public Recipe standIn(StandIn recipe) {
    next++;
    return new StandIn(recipe.type, all(recipe.answers));
  }

  @Override
  public Recipe fields(Fields recipe) {
    next++;
    Map<String, Recipe> values = new LinkedHashMap<String, Recipe>();
    for (Map.Entry<String, Recipe> value : recipe.values.entrySet()) {
      values.put(value.getKey(), one(value.getValue()));
    }
    return new Fields(recipe.className, values);
  }
}
