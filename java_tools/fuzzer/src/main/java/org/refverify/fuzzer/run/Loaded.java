package org.refverify.fuzzer.run;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Graph;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Input;

/** The lifetime of one loader: its classes, and the state that runs leave in them. */
final class Loaded {
  private final Graph graph;
  private final StandIns standIns;
  private final Executables executables;
  private final Materialiser materialiser;
  private final List<Class<?>> statics = new ArrayList<Class<?>>();

  Loaded(ClassLoader loader, Supplier<? extends Graph> graphs, List<String> classes) {
    graph = graphs.get();
    standIns = new StandIns(loader, graphs.get());
    executables = new Executables(loader);
    materialiser = new Materialiser(loader, executables, standIns);
    for (String name : classes) {
      try {
        statics.add(Class.forName(name, true, loader));
      } catch (ClassNotFoundException | LinkageError | Stop unusable) {
        // Its fields hold nothing that a run could have changed.
      }
    }
  }

  Run run(Target target, Input input, boolean texts) {
    standIns.begin(texts);
    materialiser.begin();
    Effects effects = new Effects(graph, texts);
    try {
      call(target, input, effects);
    } catch (NotBuilt notBuilt) {
      return new Run(effects.without(End.NOT_BUILT), 0, notBuilt.getMessage());
    } catch (Stop stop) {
      return new Run(effects.without(End.NOT_BUILT), 0, stop.getMessage());
    } catch (StackOverflowError | OutOfMemoryError tooLarge) {
      // The input used all memory; exhaustion by the call itself is caught where the call is made.
      return new Run(effects.without(End.NOT_BUILT), 0, tooLarge.getClass().getName());
    }
    return observed(effects);
  }

  private void call(Target target, Input input, Effects effects) throws NotBuilt {
    Object receiver = input.receiver == null ? null : materialiser.make(input.receiver);
    Object[] arguments = new Object[input.arguments.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = materialiser.make(input.arguments.get(i));
    }
    effects.receiver = receiver;
    effects.arguments = arguments;
    try {
      effects.result = target.isArranged() ? moved(target, effects) : direct(target, effects);
    } catch (InvocationTargetException thrown) {
      effects.thrown = thrown.getCause();
      Compared.thrown(effects.thrown);
    } catch (ReflectiveOperationException
        | IllegalArgumentException
        | NullPointerException
        | LinkageError failed) {
      throw new NotBuilt(failed.toString());
    } catch (StackOverflowError | OutOfMemoryError tooLarge) {
      effects.thrown = tooLarge;
    }
  }

  private Object direct(Target target, Effects effects) throws ReflectiveOperationException {
    Callee callee = callee(target);
    Compared.begin();
    return callee.call(effects.receiver, effects.arguments);
  }

  private Object moved(Target target, Effects effects) throws ReflectiveOperationException {
    List<Object> values = new ArrayList<Object>(Arrays.asList(effects.arguments));
    if (effects.receiver != null) {
      values.add(0, effects.receiver);
    }
    Callee callee = callee(target);
    Object[] arranged = target.arrange(values);
    int first = callee.takesReceiver() ? 1 : 0;
    Compared.begin();
    return callee.call(
        first == 0 ? null : arranged[0], Arrays.copyOfRange(arranged, first, arranged.length));
  }

  private Callee callee(Target target) throws ReflectiveOperationException {
    MethodName method = target.method;
    return executables.find(method.owner, method.name, method.descriptor);
  }

  private Run observed(Effects effects) {
    Compared.end();
    Stop stop = Probe.stop();
    int steps = Probe.steps();
    boolean woken = Probe.wasWoken();
    Thread.interrupted();
    // From here on the engine itself reads: it must not be stopped for lack of steps.
    Probe.begin(Integer.MAX_VALUE);
    if (woken) {
      return new Run(effects.without(End.OVER_BUDGET), steps, "waits for ever");
    }
    if (stop != null && stop.reason != Stop.Cause.EXITED) {
      boolean over = stop.reason == Stop.Cause.OVERRAN;
      return new Run(
          effects.without(over ? End.OVER_BUDGET : End.DENIED), steps, stop.getMessage());
    }
    if (isOfThePath(effects.thrown)) {
      return new Run(effects.without(End.DENIED), steps, String.valueOf(effects.thrown));
    }
    try {
      Observation observation = effects.observe(stop, standIns, statics);
      return new Run(observation, steps, "");
    } catch (OutOfMemoryError tooLarge) {
      return new Run(effects.without(End.OUT_OF_MEMORY), steps, "");
    } catch (StackOverflowError tooDeep) {
      return new Run(effects.without(End.STACK_OVERFLOW), steps, "");
    } catch (LinkageError missing) {
      return new Run(effects.without(End.DENIED), steps, String.valueOf(missing));
    }
  }

  /** Whether the error shows that the class path is incomplete or that there is native code. */
  private static boolean isOfThePath(Throwable thrown) {
    return thrown instanceof NoClassDefFoundError
        || thrown instanceof ClassFormatError
        || thrown instanceof UnsatisfiedLinkError;
  }

  /** The effects of a run, read once. */
  private static final class Effects {
    private final Graph graph;
    private final boolean texts;
    private final long[] hashes = new long[CHANNELS];
    private final String[] read;
    private Object receiver;
    private Object[] arguments;
    private Object result;
    private Throwable thrown;

    Effects(Graph graph, boolean texts) {
      this.graph = graph;
      this.texts = texts;
      this.read = texts ? new String[CHANNELS] : null;
    }

    Observation without(End end) {
      return new Observation(end, null, hashes, null);
    }

    Observation observe(Stop stop, StandIns standIns, List<Class<?>> statics) {
      End end = end(stop);
      if (end == End.OUT_OF_MEMORY || end == End.STACK_OVERFLOW) {
        return without(end);
      }
      graph.begin(texts);
      if (receiver != null) {
        put(Channel.RECEIVER, graph.write(receiver));
      }
      if (arguments.length > 0) {
        put(Channel.ARGUMENTS, graph.write(arguments));
      }
      if (end == End.RETURNED) {
        put(Channel.RETURN, graph.write(result));
      } else if (end == End.THREW) {
        put(Channel.EXCEPTION, graph.writeThrown(thrown));
        put(Channel.MESSAGE, graph.writeMessages(thrown));
      } else {
        // One more than the status, since 0 is the hash of a channel without a value.
        say(Channel.EXIT, stop.status + 1L, String.valueOf(stop.status));
      }
      addStatics(statics);
      say(Channel.STAND_INS, standIns.hash(), standIns.trace());
      say(Channel.STDOUT, Streams.OUT.hash(), texts ? Streams.OUT.text() : "");
      say(Channel.STDERR, Streams.ERR.hash(), texts ? Streams.ERR.text() : "");
      String name = end == End.THREW ? graph.name(thrown.getClass()) : null;
      return new Observation(end, name, hashes, read);
    }

    private void addStatics(List<Class<?>> statics) {
      long all = 0;
      StringBuilder text = new StringBuilder();
      for (Class<?> type : statics) {
        all = all * 31 + graph.writeStatics(type);
        text.append(texts ? graph.text() + "\n" : "");
      }
      say(Channel.STATICS, all, text.toString());
    }

    private End end(Stop stop) {
      if (stop != null) {
        return End.EXITED;
      }
      if (thrown instanceof OutOfMemoryError) {
        return End.OUT_OF_MEMORY;
      }
      if (thrown instanceof StackOverflowError) {
        return End.STACK_OVERFLOW;
      }
      return thrown == null ? End.RETURNED : End.THREW;
    }

    private void put(Channel channel, long hash) {
      say(channel, hash, texts ? graph.text() : "");
    }

    private void say(Channel channel, long hash, String text) {
      hashes[channel.ordinal()] = hash;
      if (texts) {
        read[channel.ordinal()] = text;
      }
    }
  }

  private static final int CHANNELS = Channel.values().length;
}
