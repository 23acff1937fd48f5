package org.refverify.miner;

import java.util.List;

/** Writes one JSON document into memory. */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();
  private boolean first = true;

  JsonWriter open(char bracket) {
    separate();
    out.append(bracket);
    first = true;
    return this;
  }

  JsonWriter close(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  JsonWriter key(String name) {
    string(name);
    out.append(':');
    first = true;
    return this;
  }

  JsonWriter string(String value) {
    separate();
    out.append('"');
    value.chars().forEach(unit -> append((char) unit));
    out.append('"');
    return this;
  }

  JsonWriter number(int value) {
    separate();
    out.append(value);
    return this;
  }

  JsonWriter bool(boolean value) {
    separate();
    out.append(value);
    return this;
  }

  JsonWriter strings(List<String> values) {
    open('[');
    values.forEach(this::string);
    return close(']');
  }

  JsonWriter raw(String document) {
    separate();
    out.append(document);
    return this;
  }

  private void separate() {
    if (!first) {
      out.append(',');
    }
    first = false;
  }

  private void append(char unit) {
    if (unit == '"' || unit == '\\') {
      out.append('\\').append(unit);
    } else if (unit < 0x20 || unit > 0x7e) {
      out.append(String.format("\\u%04x", (int) unit));
    } else {
      out.append(unit);
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
