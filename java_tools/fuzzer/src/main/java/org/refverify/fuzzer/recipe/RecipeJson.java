package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * Recipes and inputs as plain data for {@link Json}: maps with a {@code kind}. A string with a lone
 * surrogate, which JSON cannot represent, becomes the list of its units.
 */
public final class RecipeJson {
  private static final String UNITS = "units";

  private RecipeJson() {}

  /** An input as a map. */
  public static Map<String, Object> write(Input input) {
    Map<String, Object> map = new LinkedHashMap<String, Object>();
    map.put("receiver", input.receiver == null ? null : write(input.receiver));
    map.put("arguments", writeAll(input.arguments));
    map.put("world", input.world);
    return map;
  }

  /**
   * An input from such a map.
   *
   * @throws IllegalArgumentException the map is not an input
   */
  public static Input readInput(Object data) {
    Map<?, ?> map = map(data);
    Object receiver = map.get("receiver");
    long world = map.get("world") instanceof Number ? ((Number) map.get("world")).longValue() : 0;
    return new Input(
        receiver == null ? null : read(receiver), readAll(map.get("arguments")), world);
  }

  /** A recipe as a map. */
  public static Map<String, Object> write(Recipe recipe) {
    return recipe.accept(new Writing());
  }

  private static List<Object> writeAll(List<Recipe> recipes) {
    List<Object> list = new ArrayList<Object>(recipes.size());
    for (Recipe recipe : recipes) {
      list.add(write(recipe));
    }
    return list;
  }

  private static Map<String, Object> write(Call call) {
    Map<String, Object> map = new LinkedHashMap<String, Object>();
    map.put("owner", call.owner);
    map.put("name", call.name);
    map.put("descriptor", call.descriptor);
    map.put("arguments", writeAll(call.arguments));
    return map;
  }

  /**
   * A recipe from such a map.
   *
   * @throws IllegalArgumentException the map is not a recipe
   */
  public static Recipe read(Object data) {
    Map<?, ?> map = map(data);
    switch (text(map, "kind")) {
      case "null":
        return Literal.NULL;
      case "array":
        return new ArrayValue(text(map, "element"), readAll(map.get("elements")));
      case "class":
        return new ClassValue(text(map, "name"));
      case "constant":
        return new Constant(text(map, "owner"), text(map, "field"));
      case "made":
        return new Made(readCall(map.get("creation")), readCalls(map.get("then")));
      case "stand-in":
        return new StandIn(text(map, "type"), readAll(map.get("answers")));
      case "fields":
        return readFields(map);
      case "again":
        return new Again(Integer.parseInt(String.valueOf(map.get("number"))));
      case UNITS:
        return new Literal(joined(list(map.get("value"))));
      default:
        return new Literal(value(text(map, "kind"), text(map, "value")));
    }
  }

  private static String joined(List<?> units) {
    StringBuilder text = new StringBuilder(units.size());
    for (Object unit : units) {
      text.append((char) Integer.parseInt(String.valueOf(unit)));
    }
    return text.toString();
  }

  private static List<Object> units(String text) {
    List<Object> units = new ArrayList<Object>(text.length());
    for (int i = 0; i < text.length(); i++) {
      units.add((int) text.charAt(i));
    }
    return units;
  }

  private static Recipe readFields(Map<?, ?> map) {
    Map<String, Recipe> values = new LinkedHashMap<String, Recipe>();
    for (Map.Entry<?, ?> value : map(map.get("values")).entrySet()) {
      values.put(String.valueOf(value.getKey()), read(value.getValue()));
    }
    return new Fields(text(map, "class"), values);
  }

  private static Object value(String kind, String text) {
    switch (kind) {
      case "String":
        return text;
      case "Integer":
        return Integer.valueOf(text);
      case "Long":
        return Long.valueOf(text);
      case "Short":
        return Short.valueOf(text);
      case "Byte":
        return Byte.valueOf(text);
      case "Character":
        return (char) Integer.parseInt(text);
      case "Boolean":
        return Boolean.valueOf(text);
      case "Float":
        return Float.valueOf(text);
      case "Double":
        return Double.valueOf(text);
      default:
        throw new IllegalArgumentException("no recipe is of kind '" + kind + "'");
    }
  }

  private static List<Recipe> readAll(Object data) {
    List<Recipe> recipes = new ArrayList<Recipe>();
    for (Object part : list(data)) {
      recipes.add(read(part));
    }
    return recipes;
  }

  private static List<Call> readCalls(Object data) {
    List<Call> calls = new ArrayList<Call>();
    for (Object part : list(data)) {
      calls.add(readCall(part));
    }
    return calls;
  }

  private static Call readCall(Object data) {
    Map<?, ?> map = map(data);
    return new Call(
        text(map, "owner"),
        text(map, "name"),
        text(map, "descriptor"),
        readAll(map.get("arguments")));
  }

  private static Map<?, ?> map(Object data) {
    if (data instanceof Map) {
      return (Map<?, ?>) data;
    }
    throw new IllegalArgumentException("a recipe is an object, not '" + data + "'");
  }

  private static List<?> list(Object data) {
    if (data instanceof List) {
      return (List<?>) data;
    }
    throw new IllegalArgumentException("a list is missing in a recipe");
  }

  private static String text(Map<?, ?> map, String key) {
    Object value = map.get(key);
    if (value instanceof String) {
      return (String) value;
    }
    throw new IllegalArgumentException("'" + key + "' is missing in a recipe");
  }

  private static final class Writing implements Recipe.Visitor<Map<String, Object>> {
    private final Map<String, Object> map = new LinkedHashMap<String, Object>();

    private Map<String, Object> put(String kind, Object... pairs) {
      map.put("kind", kind);
      for (int i = 0; i < pairs.length; i += 2) {
        map.put((String) pairs[i], pairs[i + 1]);
      }
      return map;
    }

    @Override
    public Map<String, Object> literal(Literal recipe) {
      if (recipe.value == null) {
        return put("null");
      }
      if (recipe.value instanceof String && !JsonWriter.isText((String) recipe.value)) {
        return put(UNITS, "value", units((String) recipe.value));
      }
      boolean unit = recipe.value instanceof Character;
      String text = unit ? "" + (int) (Character) recipe.value : recipe.value.toString();
      return put(recipe.value.getClass().getSimpleName(), "value", text);
    }

    @Override
    public Map<String, Object> classValue(ClassValue recipe) {
      return put("class", "name", recipe.className);
    }

    @Override
    public Map<String, Object> constant(Constant recipe) {
      return put("constant", "owner", recipe.owner, "field", recipe.field);
    }

    @Override
    public Map<String, Object> array(ArrayValue recipe) {
      return put("array", "element", recipe.element, "elements", writeAll(recipe.elements));
    }

    @Override
    public Map<String, Object> made(Made recipe) {
      List<Object> then = new ArrayList<Object>();
      for (Call call : recipe.then) {
        then.add(write(call));
      }
      return put("made", "creation", write(recipe.creation), "then", then);
    }

    @Override
    public Map<String, Object> standIn(StandIn recipe) {
      return put("stand-in", "type", recipe.type, "answers", writeAll(recipe.answers));
    }

    @Override
    public Map<String, Object> fields(Fields recipe) {
      Map<String, Object> values = new LinkedHashMap<String, Object>();
      for (Map.Entry<String, Recipe> value : recipe.values.entrySet()) {
        values.put(value.getKey(), write(value.getValue()));
      }
      return put("fields", "class", recipe.className, "values", values);
    }

    @Override
    public Map<String, Object> again(Again recipe) {
      return put("again", "number", recipe.number);
    }
  }
}
