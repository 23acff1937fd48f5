package org.refverify.fuzzer.input;

import org.refverify.fuzzer.recipe.Recipe;

/** Makes the recipes of one type. */
interface Maker {
  /** Makes one recipe, and counts it and its parts with {@link Making#begin()}. */
  Recipe make(Making making);
}
