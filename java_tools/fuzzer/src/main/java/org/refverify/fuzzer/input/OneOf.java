package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** One of several makers; rarely null. */
final class OneOf implements Maker {
  private final List<Maker> makers = new ArrayList<Maker>();
  private final int nullOnceIn;

  /** Takes the rarity of null: once in this number; 0 for never. */
  OneOf(int nullOnceIn) {
    this.nullOnceIn = nullOnceIn;
  }

  OneOf add(Maker maker) {
    makers.add(maker);
    return this;
  }

  OneOf add(int weight, Maker maker) {
    for (int i = 0; i < weight; i++) {
      makers.add(maker);
    }
    return this;
  }

  boolean isEmpty() {
    return makers.isEmpty();
  }

  @Override
  public Recipe make(Making m) {
    if (makers.isEmpty() || nullOnceIn > 0 && m.isNull(nullOnceIn)) {
      m.begin();
      return Literal.NULL;
    }
    return makers.get(m.choices.below(makers.size())).make(m);
  }
}
