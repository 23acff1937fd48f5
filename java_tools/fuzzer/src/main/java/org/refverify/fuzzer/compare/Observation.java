package org.refverify.fuzzer.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** One call's effects as readable text by part, free of any loader. */
public final class Observation {
  /** How the call ended. */
  public final Snapshot.End end;

  /** Text by part; a part that cannot apply is the empty text. */
  public final Map<Part, String> texts;

  /** Binary name of what was thrown, with new class names made old; null where nothing was. */
  public final String thrown;

  /** Copies the map. */
  public Observation(Snapshot.End end, Map<Part, String> texts, String thrown) {
    this.end = end;
    this.texts = Collections.unmodifiableMap(new EnumMap<Part, String>(texts));
    this.thrown = thrown;
  }

  /** The part's text; empty where it was not written. */
  public String text(Part part) {
    String text = texts.get(part);
    return text == null ? "" : text;
  }
}
