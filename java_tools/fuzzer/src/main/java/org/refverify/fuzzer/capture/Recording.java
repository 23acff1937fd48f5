package org.refverify.fuzzer.capture;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Converts live objects to recipes by reading their fields; calls no method of the subject. */
final class Recording {
  private static final int DEPTH = 6;
  private static final int MOST = 2_000;
  private final Map<Object, Integer> numbers = new IdentityHashMap<Object, Integer>();
  private final PlatformObjects platform = new PlatformObjects(this);
  private int number;
  private int depth;

  /** The input; null if the receiver or an argument cannot be created again at all. */
  Input of(Object receiver, Object[] arguments) {
    Recipe self = receiver == null ? null : recipe(receiver);
    if (receiver != null && self == Literal.NULL) {
      return null;
    }
    List<Recipe> made = new ArrayList<Recipe>(arguments.length);
    for (Object argument : arguments) {
      Recipe recipe = recipe(argument);
      if (argument != null && recipe == Literal.NULL) {
        return null;
      }
      made.add(recipe);
    }
    return new Input(self, made, 0);
  }

  /** Counts a value that is created together with another. */
  Literal literal(Object value) {
    number++;
    return value == null ? Literal.NULL : new Literal(value);
  }

  /** The recipe; that of null if there is none. */
  Recipe recipe(Object value) {
    if (value == null || value instanceof String || isBox(value)) {
      return literal(value);
    }
    Integer earlier = numbers.get(value);
    if (earlier != null) {
      number++;
      return new Again(earlier);
    }
    if (depth >= DEPTH || number >= MOST) {
      return literal(null);
    }
    int mine = number;
    depth++;
    Recipe recipe = object(value);
    depth--;
    if (recipe == null) {
      number = mine;
      numbers.values().removeIf(n -> n >= mine);
      return literal(null);
    }
    return recipe;
  }

  private static boolean isBox(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Double
        || value instanceof Byte
        || value instanceof Short
        || value instanceof Float;
  }

  /** Starts a value to which others may refer later. */
  void begin(Object value) {
    numbers.put(value, number++);
  }

  private Recipe object(Object value) {
    Class<?> type = value.getClass();
    if (value instanceof Enum) {
      begin(value);
      return new Constant(
          ((Enum<?>) value).getDeclaringClass().getName(), ((Enum<?>) value).name());
    }
    if (value instanceof Class) {
      begin(value);
      return new ClassValue(((Class<?>) value).getName());
    }
    if (type.isArray()) {
      return array(value);
    }
    if (type.isSynthetic() || type.getName().indexOf('/') >= 0) {
      return lambda(value);
    }
    return type.getName().startsWith("java.") ? platform.recipe(value) : fields(value, type);
  }

  private Recipe array(Object value) {
    begin(value);
    int length = Array.getLength(value);
    if (length > MOST) {
      return null;
    }
    List<Recipe> parts = new ArrayList<Recipe>(length);
    for (int i = 0; i < length; i++) {
      parts.add(recipe(Array.get(value, i)));
    }
    String name = value.getClass().getName().substring(1);
    return new ArrayValue(name.replace('.', '/'), parts);
  }

  private Recipe lambda(Object value) {
    Class<?>[] faces = value.getClass().getInterfaces();
    if (faces.length != 1) {
      return null;
    }
    begin(value);
    return new StandIn(faces[0].getName(), new ArrayList<Recipe>());
  }

  private Recipe fields(Object value, Class<?> type) {
    Map<String, Field> fields = new TreeMap<String, Field>();
    for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
      if (at.getName().startsWith("java.") || at.getName().startsWith("jdk.")) {
        return null;
      }
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.put(at.getName() + "#" + field.getName(), field);
        }
      }
    }
    begin(value);
    Map<String, Recipe> values = new TreeMap<String, Recipe>();
    for (Map.Entry<String, Field> field : fields.entrySet()) {
      values.put(field.getKey(), recipe(read(field.getValue(), value)));
    }
    return new Fields(type.getName(), values);
  }

  private static Object read(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }
}
