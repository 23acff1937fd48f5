package org.refverify.fuzzer.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.RecipeJson;

/**
 * Called by hooked methods; writes the values that their calls received. No exception reaches the
 * subject.
 */
public final class Recorder {
  private static final int PER_ENTRY = 200;
  private static final int LOOKED_AT = 3_000;
  private static final int LONGEST_PAUSE = 1 << 12;
  private static final int LONGEST = 64 << 10;
  private static final ThreadLocal<Boolean> BUSY = new ThreadLocal<Boolean>();
  private static List<String> entries;
  private static OutputStream out;
  private static int[] recorded;
  private static int[] looked;

  /** The number of calls to skip because earlier ones showed nothing new; it doubles each time. */
  private static int[] pauses;

  private static int[] toPass;
  private static final Set<String> KNOWN = new HashSet<String>();

  private Recorder() {}

  static synchronized void open(List<String> names, Path to) throws IOException {
    entries = new ArrayList<String>(names);
    recorded = new int[names.size()];
    looked = new int[names.size()];
    pauses = new int[names.size()];
    toPass = new int[names.size()];
    out = Files.newOutputStream(to, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * Whether to look at a call of the hooked method. Counts without a lock: a lost count means one
   * call more or less.
   */
  public static boolean wants(int entry) {
    return recorded[entry] < PER_ENTRY && looked[entry] < LOOKED_AT && toPass[entry]-- <= 0;
  }

  /** Records a call of a hooked method for which {@link #wants} was true. */
  public static void seen(int entry, Object receiver, Object[] arguments) {
    if (BUSY.get() != null) {
      return;
    }
    BUSY.set(true);
    try {
      boolean novel = record(entry, receiver, arguments);
      pauses[entry] = novel ? 0 : Math.min(LONGEST_PAUSE, 2 * pauses[entry] + 1);
    } catch (RuntimeException | IOException | LinkageError | VirtualMachineError unreadable) {
      pauses[entry] = Math.min(LONGEST_PAUSE, 2 * pauses[entry] + 1);
    } finally {
      toPass[entry] = pauses[entry];
      BUSY.remove();
    }
  }

  private static synchronized boolean record(int entry, Object receiver, Object[] arguments)
      throws IOException {
    looked[entry]++;
    Input input = new Recording().of(receiver, arguments);
    if (input == null) {
      return false;
    }
    Map<String, Object> line = new LinkedHashMap<String, Object>();
    line.put("entry", entries.get(entry).trim());
    line.put("input", RecipeJson.write(input));
    String text = JsonWriter.write(line);
    boolean novel = text.length() <= LONGEST && KNOWN.add(text);
    if (novel) {
      recorded[entry]++;
      out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return novel;
  }
}
