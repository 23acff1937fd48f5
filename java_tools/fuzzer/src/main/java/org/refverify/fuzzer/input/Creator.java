package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Recipe;

/** A constructor, factory or later call, with the makers of its arguments. */
final class Creator {
  private final String owner;
  private final String name;
  private final String descriptor;
  private final List<Maker> arguments;

  Creator(String owner, String name, String descriptor, List<Maker> arguments) {
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
    this.arguments = arguments;
  }

  int arity() {
    return arguments.size();
  }

  Call call(Making m) {
    List<Recipe> made = new ArrayList<Recipe>(arguments.size());
    for (Maker argument : arguments) {
      made.add(argument.make(m));
    }
    return new Call(owner, name, descriptor, made);
  }
}
