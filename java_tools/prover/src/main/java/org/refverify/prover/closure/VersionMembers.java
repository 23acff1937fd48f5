package org.refverify.prover.closure;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.refverify.prover.closure.MemberNodes.Node;
import org.refverify.prover.compile.ResolvedVersion;

/** The members of a version, file by file. */
record VersionMembers(ResolvedVersion version, Map<String, MemberNodes> files) {
  VersionMembers(ResolvedVersion version) {
    this(version, new HashMap<>());
  }

  MemberNodes file(String path) {
    return files.computeIfAbsent(path, key -> new MemberNodes(version, key));
  }

  /** The members of a file that are code, not types. */
  Stream<Node> codeOf(String path) {
    return file(path)
        .all()
        .filter(each -> !each.declared().isType() && !each.declared().isHeader());
  }

  boolean has(Declared declared) {
    return file(declared.file()).find(declared).isPresent();
  }

  boolean hasClassOf(Declared member) {
    return hasBeside(member, Declared.TYPE);
  }

  /** Whether the source contains a constructor of the member's class. */
  boolean hasConstructorIn(Declared member) {
    return hasBeside(member, Declared.CONSTRUCTOR);
  }

  private boolean hasBeside(Declared member, String kind) {
    return file(member.file())
        .all()
        .map(Node::declared)
        .anyMatch(each -> each.kind().equals(kind) && each.className().equals(member.className()));
  }

  /** What a member uses; null if the version does not have the member. */
  Map<String, UsedDeclaration> uses(Declared declared) {
    MemberNodes file = file(declared.file());
    return file.find(declared).map(file::uses).orElse(null);
  }
}
