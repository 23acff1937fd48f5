package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;

/** Tags and observations as lines for people. */
final class Lines {
  private static final int LONGEST = 300;

  private Lines() {}

  /** The labels of the tags. */
  static List<String> of(SortedSet<Tag> tags) {
    List<String> words = new ArrayList<String>();
    for (Tag tag : tags) {
      words.add(tag.label());
    }
    return words;
  }

  /** The end of a run and the first channels that differ from the other's, on one line. */
  static String of(Observation seen, Observation other) {
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
}
