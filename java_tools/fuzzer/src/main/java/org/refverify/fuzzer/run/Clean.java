package org.refverify.fuzzer.run;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.refverify.fuzzer.compare.Graph;
import org.refverify.fuzzer.recipe.DefaultLocale;
import org.refverify.fuzzer.recipe.Input;

/** One run in an ordinary class loader: no probes, the real world. It needs a separate process. */
public final class Clean {
  private Clean() {}

  /** Calls the method once; captures the streams and redirects nothing else. */
  public static Run run(
      List<String> classPath,
      Supplier<? extends Graph> graphs,
      List<String> statics,
      Target target,
      Input input) {
    Locale.setDefault(DefaultLocale.of(input.world));
    Streams.install();
    Probe.begin(Integer.MAX_VALUE);
    ClassLoader loader = new URLClassLoader(urls(classPath), SubjectLoader.platform());
    return new Loaded(loader, graphs, statics).run(target, input, true);
  }

  private static URL[] urls(List<String> paths) {
    List<URL> urls = new ArrayList<URL>();
    for (String path : paths) {
      try {
        urls.add(Paths.get(path).toAbsolutePath().toUri().toURL());
      } catch (MalformedURLException impossible) {
        throw new IllegalArgumentException(impossible);
      }
    }
    return urls.toArray(new URL[0]);
  }
}
