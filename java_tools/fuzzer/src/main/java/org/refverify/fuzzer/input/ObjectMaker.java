package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Objects of one class: its constructors, factories and constants, then calls that change it. */
final class ObjectMaker implements Maker {
  private static final int CLOSED_ONCE_IN = 10;
  private final String descriptor;
  final List<Creator> creators = new ArrayList<Creator>();
  final List<Creator> mutators = new ArrayList<Creator>();

  /** Closes the object, rarely and as the last step; null if it cannot be closed. */
  Creator closing;

  final List<Constant> constants = new ArrayList<Constant>();

  /** Names of the class's type variables. */
  final List<String> variables = new ArrayList<String>();

  /** Type arguments, if the use of the class gives them. */
  List<JavaType> bound = Collections.emptyList();

  ObjectMaker(String descriptor) {
    this.descriptor = descriptor;
  }

  boolean isEmpty() {
    return creators.isEmpty() && constants.isEmpty();
  }

  @Override
  public Recipe make(Making m) {
    Recipe again = again(m);
    if (again != null) {
      m.begin();
      return again;
    }
    if (m.isDeep() && constants.isEmpty() && creators.get(0).arity() > 0) {
      m.begin();
      return Literal.NULL;
    }
    int number = m.begin();
    if (!constants.isEmpty() && (creators.isEmpty() || m.choices.below(3) == 0)) {
      return m.pick(constants);
    }
    Map<String, JavaType> outer = bind(m);
    m.enter();
    Recipe made = create(m, number);
    m.leave();
    if (outer != null) {
      m.bindings.clear();
      m.bindings.putAll(outer);
    }
    return made;
  }

  private Recipe again(Making m) {
    if (m.objects.isEmpty() || !m.values || m.choices.below(6) != 5) {
      return null;
    }
    List<Making.Known> fits = new ArrayList<Making.Known>();
    for (Making.Known known : m.objects) {
      if (known.descriptor.equals(descriptor)) {
        fits.add(known);
      }
    }
    return fits.isEmpty() ? null : new Again(m.pick(fits).number);
  }

  private Map<String, JavaType> bind(Making m) {
    if (bound.size() != variables.size() || bound.isEmpty()) {
      return null;
    }
    Map<String, JavaType> outer = new HashMap<String, JavaType>(m.bindings);
    for (int i = 0; i < bound.size(); i++) {
      if (bound.get(i).variable == null) {
        m.bindings.put(variables.get(i), bound.get(i));
      }
    }
    return outer;
  }

  private Recipe create(Making m, int number) {
    Creator creator = m.isDeep() ? creators.get(0) : m.pick(creators);
    Call creation = creator.call(m);
    m.remember(number, descriptor, null);
    List<Call> then = new ArrayList<Call>();
    if (!mutators.isEmpty() && !m.isDeep()) {
      int most = m.depth() <= 1 ? 12 : 4;
      int count = m.depth() <= 2 ? m.size(most) : m.choices.below(3);
      Creator favourite = m.choices.below(2) == 0 ? m.pick(mutators) : null;
      for (int i = 0; i < count; i++) {
        then.add((favourite == null ? m.pick(mutators) : favourite).call(m));
      }
    }
    if (closing != null && !m.isDeep() && m.choices.below(CLOSED_ONCE_IN) == CLOSED_ONCE_IN - 1) {
      then.add(closing.call(m));
    }
    return new Made(creation, then);
  }
}
