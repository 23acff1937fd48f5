package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.refverify.fuzzer.entry.Renames;
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

/**
 * Converts an input of the old version to one of the new version by renaming classes; the numbering
 * stays the same.
 */
final class Renaming implements Recipe.Visitor<Recipe> {
  final Renames renames;

  Renaming(Renames renames) {
    this.renames = renames;
  }

  Input fresh(Input input) {
    if (renames.classes.isEmpty()) {
      return input;
    }
    Recipe receiver = input.receiver == null ? null : input.receiver.accept(this);
    return new Input(receiver, all(input.arguments), input.world);
  }

  @Override
  public Recipe literal(Literal recipe) {
    return recipe;
  }

  @Override
  public Recipe again(Again recipe) {
    return recipe;
  }

  @Override
  public Recipe classValue(ClassValue recipe) {
    return new ClassValue(renames.className(recipe.className));
  }

  @Override
  public Recipe constant(Constant recipe) {
    return new Constant(renames.className(recipe.owner), recipe.field);
  }

  @Override
  public Recipe array(ArrayValue recipe) {
    return new ArrayValue(renames.descriptor(recipe.element), all(recipe.elements));
  }

  @Override
  public Recipe made(Made recipe) {
    List<Call> then = new ArrayList<Call>();
    for (Call call : recipe.then) {
      then.add(call(call));
    }
    return new Made(call(recipe.creation), then);
  }

  @Override
  public Recipe standIn(StandIn recipe) {
    return new StandIn(renames.className(recipe.type), all(recipe.answers));
  }

  @Override
  public Recipe fields(Fields recipe) {
    Map<String, Recipe> values = new TreeMap<String, Recipe>();
    for (Map.Entry<String, Recipe> value : recipe.values.entrySet()) {
      String[] name = value.getKey().split("#", 2);
      values.put(renames.className(name[0]) + "#" + name[1], value.getValue().accept(this));
    }
    return new Fields(renames.className(recipe.className), values);
  }

  private Call call(Call call) {
    return new Call(
        renames.className(call.owner),
        call.name,
        renames.descriptor(call.descriptor),
        all(call.arguments));
  }

  private List<Recipe> all(List<Recipe> recipes) {
    List<Recipe> renamed = new ArrayList<Recipe>();
    for (Recipe recipe : recipes) {
      renamed.add(recipe.accept(this));
    }
    return renamed;
  }
}
