package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.emit.Replay;

/** Suspects and observations as plain data, and as lines for people. */
final class Writing {
  private static final int LONGEST = 300;

  private Writing() {}

  static Map<String, Object> suspect(Suspect suspect) {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("entry", suspect.entry.old.toString());
    record.put("tags", words(suspect.tags));
    record.put("strong", suspect.strong());
    record.put("endless", suspect.fresh.end == End.OVER_BUDGET);
    record.put("chance", suspect.tookChance);
    record.put("old", line(suspect.old, suspect.fresh));
    record.put("new", line(suspect.fresh, suspect.old));
    record.put("replay", Replay.write(suspect.entry, suspect.trial.input));
    return record;
  }

  static List<String> words(SortedSet<Tag> tags) {
    List<String> words = new ArrayList<String>();
    for (Tag tag : tags) {
      words.add(tag.label());
    }
    return words;
  }

  static SortedSet<String> sorted(List<?> words) {
    SortedSet<String> sorted = new TreeSet<String>();
    for (Object word : words) {
      sorted.add(word.toString());
    }
    return sorted;
  }

  /** How it ended and the first channels that differ from the other's, on one line. */
  static String line(Observation seen, Observation other) {
    StringBuilder line = new StringBuilder(ending(seen));
    if (seen.end == End.OVER_BUDGET) {
      return line.toString();
    }
    for (Channel channel : Channel.values()) {
      boolean told =
          channel == Channel.RETURN || channel == Channel.EXCEPTION || channel == Channel.EXIT;
      if (!told && channel != Channel.MESSAGE && seen.hash(channel) != other.hash(channel)) {
        line.append("; ").append(channel.name().toLowerCase(Locale.ROOT)).append(": ");
        line.append(seen.text(channel));
      }
    }
    String text = line.toString().replace('\n', ' ').replace('\r', ' ');
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  private static String ending(Observation seen) {
    switch (seen.end) {
      case RETURNED:
        return "returned " + seen.text(Channel.RETURN);
      case THREW:
        return "threw " + seen.thrown + " " + seen.text(Channel.MESSAGE);
      case EXITED:
        return "exited with " + seen.text(Channel.EXIT);
      case STACK_OVERFLOW:
        return "ran out of stack";
      case OUT_OF_MEMORY:
        return "ran out of memory";
      default:
        return "did not end in time";
    }
  }

  static Map<String, Object> observation(Observation seen) {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("end", seen.end.name());
    record.put("thrown", seen.thrown);
    List<String> hashes = new ArrayList<String>();
    List<String> texts = new ArrayList<String>();
    for (Channel channel : Channel.values()) {
      hashes.add(Long.toHexString(seen.hash(channel)));
      texts.add(seen.text(channel));
    }
    record.put("hashes", hashes);
    record.put("texts", texts);
    return record;
  }

  static Observation observation(Map<?, ?> record) {
    int channels = Channel.values().length;
    long[] hashes = new long[channels];
    String[] texts = new String[channels];
    for (int i = 0; i < channels; i++) {
      hashes[i] = Long.parseUnsignedLong((String) ((List<?>) record.get("hashes")).get(i), 16);
      texts[i] = (String) ((List<?>) record.get("texts")).get(i);
    }
    End end = End.valueOf((String) record.get("end"));
    return new Observation(end, (String) record.get("thrown"), hashes, texts);
  }
}
