package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.RecipeJson;

/** An entry and an input, as in a replay file. */
public final class Replay {
  /** The entry. */
  public final Entry entry;

  /** The input. */
  public final Input input;

  private Replay(Entry entry, Input input) {
    this.entry = entry;
    this.input = input;
  }

  /** Plain data for {@link org.refverify.common.JsonWriter}. */
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
   * Reads the output of {@link #write}.
   *
   * @throws IllegalArgumentException the data have another form
   */
  public static Replay read(JsonObject data) {
    TreeSet<MethodName> reaches = new TreeSet<MethodName>();
    for (JsonObject method : data.objects("reaches")) {
      reaches.add(method(method));
    }
    Entry entry =
        new Entry(
            method(data.object("old")),
            method(data.object("new")),
            Entry.Adapter.valueOf(data.text("adapter")),
            data.textOrNull("receiver"),
            data.truth("hidden"),
            Math.toIntExact(data.number("distance")),
            reaches);
    return new Replay(entry, RecipeJson.readInput(data.value("input")));
  }

  private static MethodName method(JsonObject data) {
    return new MethodName(data.text("owner"), data.text("name"), data.text("descriptor"));
  }
}
