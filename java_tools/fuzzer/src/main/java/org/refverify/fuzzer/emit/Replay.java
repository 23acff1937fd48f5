package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.RecipeJson;

/** An entry and an input, as a replay file holds them. */
public final class Replay {
  /** The entry. */
  public final Entry entry;

  /** The input. */
  public final Input input;

  private Replay(Entry entry, Input input) {
    this.entry = entry;
    this.input = input;
  }

  /** Plain data for {@link org.refverify.fuzzer.recipe.Json}. */
  public static Map<String, Object> write(Entry entry, Input input) {
    Map<String, Object> map = new LinkedHashMap<String, Object>();
    map.put("old", write(entry.old));
    map.put("new", write(entry.fresh));
    map.put("adapter", entry.adapter.name());
    map.put("receiver", entry.receiver);
    map.put("hidden", entry.hidden);
    map.put("distance", entry.distance);
    List<Object> reaches = new ArrayList<Object>();
    for (MethodName method : entry.reaches) {
      reaches.add(write(method));
    }
    map.put("reaches", reaches);
    map.put("input", RecipeJson.write(input));
    return map;
  }

  private static Map<String, Object> write(MethodName method) {
    Map<String, Object> map = new LinkedHashMap<String, Object>();
    map.put("owner", method.owner);
    map.put("name", method.name);
    map.put("descriptor", method.descriptor);
    return map;
  }

  /**
   * Reads what {@link #write} gave.
   *
   * @throws IllegalArgumentException the data are of another form
   */
  public static Replay read(Object data) {
    Map<?, ?> map = map(data);
    TreeSet<MethodName> reaches = new TreeSet<MethodName>();
    Object methods = map.get("reaches");
    if (methods instanceof List) {
      for (Object method : (List<?>) methods) {
        reaches.add(method(method));
      }
    }
    Object receiver = map.get("receiver");
    Entry entry =
        new Entry(
            method(map.get("old")),
            method(map.get("new")),
            Entry.Adapter.valueOf(String.valueOf(map.get("adapter"))),
            receiver == null ? null : receiver.toString(),
            Boolean.TRUE.equals(map.get("hidden")),
            Integer.parseInt(String.valueOf(map.get("distance"))),
            reaches);
    return new Replay(entry, RecipeJson.readInput(map.get("input")));
  }

  private static MethodName method(Object data) {
    Map<?, ?> map = map(data);
    return new MethodName(
        String.valueOf(map.get("owner")),
        String.valueOf(map.get("name")),
        String.valueOf(map.get("descriptor")));
  }

  private static Map<?, ?> map(Object data) {
    if (data instanceof Map) {
      return (Map<?, ?>) data;
    }
    throw new IllegalArgumentException("a replay is an object, not '" + data + "'");
  }
}
