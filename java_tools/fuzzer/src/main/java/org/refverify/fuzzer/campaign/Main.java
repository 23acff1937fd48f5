package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The command line: {@code fuzz}, {@code replay}, and the commands that they start in other
 * processes.
 */
public final class Main {
  private static final int USAGE = 2;
  private static final int FAILED = 3;

  private Main() {}

  /** Runs one command. */
  public static void main(String[] words) throws InterruptedException {
    try {
      run(Arrays.asList(words));
    } catch (IllegalArgumentException misuse) {
      System.err.println(misuse.getMessage());
      System.exit(USAGE);
    } catch (IOException failure) {
      System.err.println(failure.getMessage());
      System.exit(FAILED);
    }
  }

  private static void run(List<String> words) throws IOException, InterruptedException {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("usage: fuzz OPTIONS | replay OPTIONS");
    }
    Options options = Options.of(words.subList(1, words.size()));
    switch (words.get(0)) {
      case "fuzz":
        Supervisor.main(options);
        break;
      case "worker":
        Worker.main(options);
        break;
      case "clean":
        CleanMain.main(options);
        break;
      case "test":
        TestMain.main(options);
        break;
      default:
        throw new IllegalArgumentException("no such command: " + words.get(0));
    }
  }
}
