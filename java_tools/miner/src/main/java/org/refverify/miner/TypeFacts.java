package org.refverify.miner;

import java.util.ArrayList;
import java.util.List;
import org.refverify.common.JsonWriter;

/** One type declaration by its binary name, with the members found so far. */
record TypeFacts(
    String kind,
    String className,
    Stretch span,
    Stretch body,
    List<String> modifiers,
    List<MemberFacts> members) {
  TypeFacts(String kind, String className, Stretch span, Stretch body, List<String> modifiers) {
    this(kind, className, span, body, modifiers, new ArrayList<>());
  }

  void write(JsonWriter json) {
    json.open('{').key("kind").string(kind).key("class").string(className);
    json.key("span").open('[');
    span.write(json);
    body.write(json);
    json.close(']').key("modifiers").strings(modifiers).key("members").open('[');
    members.forEach(member -> member.write(json));
    json.close(']').close('}');
  }
}
