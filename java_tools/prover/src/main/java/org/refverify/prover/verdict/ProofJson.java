package org.refverify.prover.verdict;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts, numbers and null as JSON; characters outside ASCII are escaped. */
public final class ProofJson {
  private final StringBuilder out = new StringBuilder();

  private ProofJson() {}

  /** A map that keeps the order of its arguments: key, value, key, value. */
  public static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  public static String write(Object value) {
    ProofJson json = new ProofJson();
    json.value(value);
    return json.out.toString();
  }

  private void value(Object value) {
    if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof List<?> list) {
      array(list);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      text(value.toString());
    }
  }

  private void object(Map<?, ?> map) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      text(entry.getKey().toString());
      out.append(':');
      value(entry.getValue());
      out.append(i.hasNext() ? "," : "");
    }
    out.append('}');
  }

  private void array(List<?> list) {
    out.append('[');
    for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
      value(i.next());
      out.append(i.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private void text(String text) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
