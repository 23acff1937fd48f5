package org.refverify.fuzzer.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.refverify.fuzzer.compare.Graph;

/** Proxies that record their calls and answer from a list. */
final class StandIns {
  private static final int LONGEST = 1 << 16;
  private final ClassLoader loader;
  private final Graph graph;
  private final StringBuilder trace = new StringBuilder();
  private boolean texts;
  private long hash;

  StandIns(ClassLoader loader, Graph graphOfCalls) {
    this.loader = loader;
    this.graph = graphOfCalls;
  }

  void begin(boolean withTexts) {
    texts = withTexts;
    hash = 0;
    trace.setLength(0);
  }

  /** Hash of all calls in order; 0 if there were none. */
  long hash() {
    return hash;
  }

  String trace() {
    return trace.toString();
  }

  /** A stand-in for an interface; the answers may still be filled in. */
  Object make(Class<?> type, List<Object> answers) {
    ClassLoader of = type.getClassLoader() == loader ? loader : proxyLoader(type);
    return Proxy.newProxyInstance(of, new Class<?>[] {type}, new Answering(answers));
  }

  private ClassLoader proxyLoader(Class<?> type) {
    return type.getClassLoader() == null ? loader : type.getClassLoader();
  }

  private void record(Method method, Object[] arguments) {
    Probe.step();
    hash = hash * 0x9E3779B97F4A7C15L + oldName(method).hashCode() + 1;
    line(method.getName() + "(");
    for (int i = 0; arguments != null && i < arguments.length; i++) {
      graph.begin(texts);
      hash = hash * 31 + graph.write(arguments[i]);
      line((i == 0 ? "" : ", ") + (texts ? graph.text() : ""));
    }
    line(")\n");
  }

  /**
   * The method with the old names of its types, since a renamed type does not make it another
   * method.
   */
  private String oldName(Method method) {
    StringBuilder name = new StringBuilder(method.getName());
    for (Class<?> type : method.getParameterTypes()) {
      name.append(' ').append(oldName(type));
    }
    return name.append(' ').append(oldName(method.getReturnType())).toString();
  }

  private String oldName(Class<?> type) {
    return type.isArray() ? oldName(type.getComponentType()) + "[]" : graph.name(type);
  }

  private void line(String text) {
    if (texts && trace.length() < LONGEST) {
      trace.append(text);
    }
  }

  private final class Answering implements InvocationHandler {
    private final List<Object> answers;
    private int next;

    Answering(List<Object> answers) {
      this.answers = answers;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return ofObject(proxy, method, arguments);
      }
      if (Defaults.has(method)) {
        return Defaults.call(proxy, method, arguments);
      }
      record(method, arguments);
      Object answer = answers.isEmpty() ? null : answers.get(next++ % answers.size());
      return Answers.fit(method.getReturnType(), answer);
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "equals":
          return proxy == arguments[0];
        case "hashCode":
          return 1;
        default:
          return "stand-in";
      }
    }
  }
}
