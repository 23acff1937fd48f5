package org.refverify.fuzzer.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Graph;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.recipe.Input;

/** One version of the subject: runs inputs in a loader that can be replaced. */
public final class Version {
  private static final String NO_CLASS = NoClassDefFoundError.class.getName();
  private static final int MOST_SPOILT = 20;

  private final ClassFiles files;
  private final Instrumenter instrumenter;
  private final Supplier<? extends Graph> graphs;
  private final List<String> statics;
  private final Map<String, byte[]> replaced;
  private Loaded loaded;
  private int spoilt;

  /**
   * A version that has not loaded anything yet.
   *
   * @param changed changed lines by binary class name
   * @param graphs a writer for one loader
   * @param statics binary names of the classes whose static fields are compared
   */
  public Version(
      ClassFiles files,
      SortedMap<String, SortedSet<Integer>> changed,
      Supplier<? extends Graph> graphs,
      Collection<String> statics) {
    this(
        files,
        new Instrumenter(files, changed),
        graphs,
        new ArrayList<String>(statics),
        Collections.<String, byte[]>emptyMap());
  }

  private Version(
      ClassFiles files,
      Instrumenter instrumenter,
      Supplier<? extends Graph> graphs,
      List<String> statics,
      Map<String, byte[]> replaced) {
    this.files = files;
    this.instrumenter = instrumenter;
    this.graphs = graphs;
    this.statics = statics;
    this.replaced = replaced;
  }

  /** This version with one class replaced. */
  public Version with(String className, byte[] bytes) {
    return new Version(
        files,
        instrumenter,
        graphs,
        statics,
        Collections.singletonMap(className, instrumenter.instrument(className, bytes)));
  }

  /** The same version; it recognises loops that can never end. */
  public Version watchingLoops() {
    return new Version(files, instrumenter.watchingLoops(), graphs, statics, replaced);
  }

  /** Another loader of the same version. */
  public Version twin() {
    return new Version(files, instrumenter, graphs, statics, replaced);
  }

  /** Makes the next run use fresh classes. */
  public void renew() {
    loaded = null;
  }

  /** Changed lines that ran since the last {@link Session#forgetCoverage()}. */
  public Set<String> reachedSinceForgotten() {
    return instrumenter.reachedLines();
  }

  /**
   * Makes the call with the input.
   *
   * @param budget steps; a run that takes more is stopped
   * @param texts whether the observation contains readable texts
   */
  public Run run(Target target, Input input, int budget, boolean texts) {
    Run run = once(target, input, budget, texts);
    if (isSpoilt(run) && spoilt++ < MOST_SPOILT) {
      loaded = null;
      return once(target, input, budget, texts);
    }
    return run;
  }

  /**
   * Whether the loader is unusable. A class whose initialiser was stopped once can never be used
   * again, so an input that ran out of steps spoils the loader for all later ones.
   */
  private static boolean isSpoilt(Run run) {
    boolean unusable = run.observation.end == End.NOT_BUILT || run.observation.end == End.DENIED;
    return unusable && run.reason.startsWith(NO_CLASS);
  }

  private Run once(Target target, Input input, int budget, boolean texts) {
    Session.begin(input.world, budget);
    if (loaded == null) {
      SubjectLoader loader = new SubjectLoader(instrumenter::classFile, files::resource, replaced);
      loaded = new Loaded(loader, graphs, statics);
      // Loading ran initialisers, which took steps and drew random numbers of this run.
      Session.begin(input.world, budget);
    }
    return loaded.run(target, input, texts);
  }
}
