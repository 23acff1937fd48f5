package org.refverify.fuzzer.compare;

import java.util.ArrayList;
import java.util.List;

/** Live objects after one call in one version's loader: what {@link Graphs} reads. */
public final class Snapshot {
  /** How a call ended. */
  public enum End {
    /** It returned normally; the result may be null or void. */
    RETURNED,
    /** It threw what {@link Snapshot#thrown} holds. */
    THREW,
    /** It asked the JVM to exit with {@link Snapshot#status}. */
    EXITED,
    /** It used up its step budget. */
    OVERRAN,
    /** Heap or stack ran out. */
    EXHAUSTED
  }

  /** How the call ended. */
  public End end = End.RETURNED;

  /** What was returned, or the object that a constructor made; null for void. */
  public Object result;

  /** What was thrown; null unless {@link End#THREW} or {@link End#EXHAUSTED}. */
  public Throwable thrown;

  /** Exit status; meaningful only with {@link End#EXITED}. */
  public int status;

  /** The receiver after the call; null for static methods and constructors. */
  public Object receiver;

  /** The arguments after the call. */
  public Object[] arguments = {};

  /** Classes whose static fields are compared, in the same order on both sides. */
  public final List<Class<?>> statics = new ArrayList<Class<?>>();

  /** Standard output of the call. */
  public String output = "";

  /** Standard error of the call. */
  public String errors = "";

  /** Calls that stand-ins recorded and effects of the redirected world, in order. */
  public final List<String> trace = new ArrayList<String>();
}
