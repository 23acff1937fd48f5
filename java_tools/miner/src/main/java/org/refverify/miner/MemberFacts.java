package org.refverify.miner;

import java.util.List;
import org.refverify.common.JsonWriter;

/** One member of a class; {@code body} and {@code method} are null if there is none. */
record MemberFacts(
    String kind,
    List<String> names,
    Stretch span,
    Stretch body,
    MethodFacts method,
    Modifiers modifiers,
    int startLine,
    int endLine) {
  MemberFacts(
      String kind,
      List<String> names,
      Stretch span,
      Stretch body,
      MethodFacts method,
      Modifiers modifiers) {
    this(kind, names, span, body, method, modifiers, 0, 0);
  }

  MemberFacts at(int first, int last) {
    return new MemberFacts(kind, names, span, body, method, modifiers, first, last);
  }

  void write(JsonWriter json) {
    json.open('{').key("kind").string(kind).key("names").strings(names);
    json.key("span").open('[');
    span.write(json);
    json.number(startLine).number(endLine).close(']');
    if (body != null) {
      json.key("body").open('[');
      body.write(json);
      json.close(']');
    }
    if (method != null) {
      json.key("method").string(method.name());
      json.key("parameters").strings(method.parameterTypes());
    }
    json.key("modifiers").strings(modifiers.keywords());
    json.key("annotations").strings(modifiers.annotations()).close('}');
  }
}
