package org.refverify.miner;

import org.eclipse.jdt.core.dom.ASTNode;
import org.refverify.common.JsonWriter;

/** A half-open range of the source text. */
record Stretch(int start, int end) {
  static Stretch of(ASTNode node) {
    return new Stretch(node.getStartPosition(), node.getStartPosition() + node.getLength());
  }

  void write(JsonWriter json) {
    json.number(start).number(end);
  }
}
