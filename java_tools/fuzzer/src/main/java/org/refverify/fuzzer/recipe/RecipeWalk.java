package org.refverify.fuzzer.recipe;

/** Visits a recipe and all its parts, in the order of their numbers. */
public abstract class RecipeWalk implements Recipe.Visitor<Void> {

  /** Called for each value before its parts. */
  protected abstract void value(Recipe recipe);

  /** Walks each of the recipes. */
  public final Void all(Iterable<Recipe> recipes) {
    for (Recipe recipe : recipes) {
      recipe.accept(this);
    }
    return null;
  }

  @Override
  public final Void literal(Literal recipe) {
    value(recipe);
    return null;
  }

  @Override
  public final Void classValue(ClassValue recipe) {
    value(recipe);
    return null;
  }

  @Override
  public final Void constant(Constant recipe) {
    value(recipe);
    return null;
  }

  @Override
  public final Void again(Again recipe) {
    value(recipe);
    return null;
  }

  @Override
  public final Void array(ArrayValue recipe) {
    value(recipe);
    return all(recipe.elements);
  }

  @Override
  public final Void made(Made recipe) {
    value(recipe);
    all(recipe.creation.arguments);
    for (Call call : recipe.then) {
      all(call.arguments);
    }
    return null;
  }

  @Override
  public final Void standIn(StandIn recipe) {
    value(recipe);
    return all(recipe.answers);
  }

  @Override
  public final Void fields(Fields recipe) {
    value(recipe);
    return all(recipe.values.values());
  }
}
