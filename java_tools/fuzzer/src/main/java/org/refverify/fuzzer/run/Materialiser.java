package org.refverify.fuzzer.run;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;
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

/** Executes recipes by reflection in one loader. */
final class Materialiser implements Recipe.Visitor<Object> {
  private final ClassLoader loader;
  private final Executables executables;
  private final StandIns standIns;
  private final List<Object> values = new ArrayList<Object>();

  Materialiser(ClassLoader loader, Executables executables, StandIns standIns) {
    this.loader = loader;
    this.executables = executables;
    this.standIns = standIns;
  }

  /** Forgets the values of the last input. */
  void begin() {
    values.clear();
  }

  /**
   * Makes one value.
   *
   * @throws NotBuilt the recipe does not match this version, or the subject threw
   */
  Object make(Recipe recipe) throws NotBuilt {
    try {
      return recipe.accept(this);
    } catch (Failure failure) {
      throw new NotBuilt(failure.getMessage());
    }
  }

  @Override
  public Object literal(Literal recipe) {
    values.add(recipe.value);
    return recipe.value;
  }

  @Override
  public Object again(Again recipe) {
    if (recipe.number < 0 || recipe.number >= values.size()) {
      throw new Failure(new IllegalArgumentException("no earlier value " + recipe.number));
    }
    Object value = values.get(recipe.number);
    values.add(value);
    return value;
  }

  @Override
  public Object classValue(ClassValue recipe) {
    return keep(begun(), type(recipe.className));
  }

  @Override
  public Object constant(Constant recipe) {
    int number = begun();
    try {
      Field field = type(recipe.owner).getDeclaredField(recipe.field);
      Executables.open(field);
      return keep(number, field.get(null));
    } catch (ReflectiveOperationException | LinkageError failed) {
      throw new Failure(failed);
    }
  }

  @Override
  public Object array(ArrayValue recipe) {
    int number = begun();
    Object array = Array.newInstance(typeOf(recipe.element), recipe.elements.size());
    keep(number, array);
    for (int i = 0; i < recipe.elements.size(); i++) {
      try {
        Array.set(array, i, recipe.elements.get(i).accept(this));
      } catch (IllegalArgumentException doesNotFit) {
        throw new Failure(doesNotFit);
      }
    }
    return array;
  }

  @Override
  public Object made(Made recipe) {
    int number = begun();
    Object made = call(null, recipe.creation);
    keep(number, made);
    for (Call later : recipe.then) {
      call(made, later);
    }
    return made;
  }

  @Override
  public Object standIn(StandIn recipe) {
    int number = begun();
    List<Object> answers = new ArrayList<Object>(recipe.answers.size());
    Object made = standIn(type(recipe.type), answers);
    keep(number, made);
    for (Recipe answer : recipe.answers) {
      answers.add(answer.accept(this));
    }
    return made;
  }

  @Override
  public Object fields(Fields recipe) {
    int number = begun();
    try {
      Object made = Allocation.of(type(recipe.className));
      keep(number, made);
      for (Map.Entry<String, Recipe> value : recipe.values.entrySet()) {
        String[] name = value.getKey().split("#", 2);
        Field field = type(name[0]).getDeclaredField(name[1]);
        Executables.open(field);
        field.set(made, value.getValue().accept(this));
      }
      return made;
    } catch (ReflectiveOperationException | IllegalArgumentException failed) {
      throw new Failure(failed);
    }
  }

  private Object standIn(Class<?> type, List<Object> answers) {
    try {
      return standIns.make(type, answers);
    } catch (LinkageError | IllegalArgumentException failed) {
      throw new Failure(failed);
    }
  }

  private int begun() {
    values.add(null);
    return values.size() - 1;
  }

  private Object keep(int number, Object value) {
    values.set(number, value);
    return value;
  }

  private Object call(Object receiver, Call call) {
    try {
      Callee target = executables.find(call.owner, call.name, call.descriptor);
      Object[] arguments = new Object[call.arguments.size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = call.arguments.get(i).accept(this);
      }
      return call.isOnFirst()
          ? target.call(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length))
          : target.call(receiver, arguments);
    } catch (InvocationTargetException thrown) {
      throw passing(thrown.getCause());
    } catch (ReflectiveOperationException
        | IllegalArgumentException
        | NullPointerException
        | LinkageError failed) {
      throw new Failure(failed);
    }
  }

  private static RuntimeException passing(Throwable thrown) {
    if (thrown instanceof Failure) {
      return (Failure) thrown;
    }
    return new Failure(thrown);
  }

  private Class<?> type(String name) {
    try {
      return Types.named(name, loader);
    } catch (ClassNotFoundException | LinkageError missing) {
      throw new Failure(missing);
    }
  }

  private Class<?> typeOf(String descriptor) {
    return type(Type.getType(descriptor).getClassName());
  }

  /** Carries a failure through the visitor. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(Throwable cause) {
      super(
          cause instanceof LinkageError ? cause.toString() : cause.getClass().getName(),
          null,
          false,
          false);
    }
  }
}
