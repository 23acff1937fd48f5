package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One JSON object whose members have the types that the reader names.
 *
 * <p>A request for a member that is missing or has another type throws an {@link
 * IllegalArgumentException} that names the member.
 */
public final class JsonObject {
  private final Map<?, ?> members;

  private JsonObject(Map<?, ?> members) {
    this.members = members;
  }

  /** Takes a result of {@link JsonReader#read}. */
  public static JsonObject of(Object value) {
    if (value instanceof Map) {
      return new JsonObject((Map<?, ?>) value);
    }
    throw new IllegalArgumentException("not an object: " + value);
  }

  /** A string. */
  public String text(String name) {
    return as(String.class, name);
  }

  /** A string, or null if the member is null. */
  public String textOrNull(String name) {
    return members.containsKey(name) && members.get(name) == null ? null : text(name);
  }

  /** An integer. */
  public long number(String name) {
    return as(Long.class, name);
  }

  /** A truth value. */
  public boolean truth(String name) {
    return as(Boolean.class, name);
  }

  /** A list of strings or nulls. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<String>();
    for (Object each : as(List.class, name)) {
      if (each != null && !(each instanceof String)) {
        throw new IllegalArgumentException("not a list of texts: " + name);
      }
      texts.add((String) each);
    }
    return texts;
  }

  /** An object. */
  public JsonObject object(String name) {
    return of(value(name));
  }

  /** A list of objects. */
  public List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<JsonObject>();
    for (Object each : as(List.class, name)) {
      objects.add(of(each));
    }
    return objects;
  }

  /** Plain data of any kind; null is a value. */
  public Object value(String name) {
    if (!members.containsKey(name)) {
      throw new IllegalArgumentException("no member " + name);
    }
    return members.get(name);
  }

  private <T> T as(Class<T> type, String name) {
    Object value = value(name);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("not a " + type.getSimpleName() + ": " + name);
    }
    return type.cast(value);
  }
}
