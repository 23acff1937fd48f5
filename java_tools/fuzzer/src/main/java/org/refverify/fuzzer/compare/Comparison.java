package org.refverify.fuzzer.compare;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tags of a difference between two observations of the same input. */
public final class Comparison {
  private static final Set<End> RAN_OUT =
      EnumSet.of(End.OVER_BUDGET, End.OUT_OF_MEMORY, End.STACK_OVERFLOW);

  /** Exceptions that a program throws for an input for which it was not made. */
  private static final Set<String> FAILURES =
      Collections.unmodifiableSet(
          new HashSet<String>(
              Arrays.asList(
                  "java.lang.NullPointerException",
                  "java.lang.IndexOutOfBoundsException",
                  "java.lang.ArrayIndexOutOfBoundsException",
                  "java.lang.StringIndexOutOfBoundsException",
                  "java.lang.NegativeArraySizeException",
                  "java.lang.ArrayStoreException",
                  "java.lang.ClassCastException",
                  "java.lang.ArithmeticException")));

  private Comparison() {}

  /**
   * The differences without messages of exceptions; empty if there are none, if one run has no
   * meaningful end (not built, denied), or if both ran out of a budget.
   */
  public static SortedSet<Tag> tags(Observation old, Observation fresh) {
    SortedSet<Tag> tags = new TreeSet<Tag>();
    if (!meansSomething(old.end) || !meansSomething(fresh.end)) {
      return tags;
    }
    if (RAN_OUT.contains(old.end) || RAN_OUT.contains(fresh.end)) {
      // Which budget ran out first says more about the budgets than about the code.
      if (old.end != fresh.end && !(RAN_OUT.contains(old.end) && RAN_OUT.contains(fresh.end))) {
        tags.add(Tag.RESOURCE);
      }
      return tags;
    }
    addEnds(old, fresh, tags);
    addEffects(old, fresh, tags);
    return tags;
  }

  /** Whether the messages of the exceptions differ. */
  public static boolean sayOtherwise(Observation old, Observation fresh) {
    return old.hash(Channel.MESSAGE) != fresh.hash(Channel.MESSAGE);
  }

  private static boolean meansSomething(End end) {
    return end != End.NOT_BUILT && end != End.DENIED;
  }

  private static void addEnds(Observation old, Observation fresh, SortedSet<Tag> tags) {
    if (old.end == End.EXITED || fresh.end == End.EXITED) {
      if (old.end != fresh.end || differ(old, fresh, Channel.EXIT)) {
        tags.add(Tag.EXIT);
      }
    } else if (old.end != fresh.end) {
      tags.add(Tag.EXCEPTION);
    } else if (differ(old, fresh, Channel.EXCEPTION)) {
      // Which of two such failures comes first depends on the order of implicit checks.
      boolean bothFail = FAILURES.contains(old.thrown) && FAILURES.contains(fresh.thrown);
      tags.add(bothFail ? Tag.ROBUSTNESS : Tag.EXCEPTION);
    }
  }

  private static void addEffects(Observation old, Observation fresh, SortedSet<Tag> tags) {
    if (old.end == End.RETURNED && fresh.end == End.RETURNED) {
      add(old, fresh, Channel.RETURN, Tag.RETURN, tags);
    }
    add(old, fresh, Channel.RECEIVER, Tag.STATE, tags);
    add(old, fresh, Channel.ARGUMENTS, Tag.STATE, tags);
    add(old, fresh, Channel.STATICS, Tag.STATE, tags);
    add(old, fresh, Channel.STAND_INS, Tag.STATE, tags);
    add(old, fresh, Channel.STDOUT, Tag.OUTPUT, tags);
    add(old, fresh, Channel.STDERR, Tag.OUTPUT, tags);
  }

  private static boolean differ(Observation old, Observation fresh, Channel channel) {
    return old.hash(channel) != fresh.hash(channel);
  }

  private static void add(
      Observation old, Observation fresh, Channel channel, Tag tag, SortedSet<Tag> tags) {
    if (!differ(old, fresh, channel)) {
      return;
    }
    switch (TextDifference.compare(old.text(channel), fresh.text(channel))) {
      case SAME_BUT_ORDERED:
        return;
      case ROUNDING:
        tags.add(Tag.FP_ROUNDING);
        return;
      default:
        tags.add(tag);
    }
  }
}
