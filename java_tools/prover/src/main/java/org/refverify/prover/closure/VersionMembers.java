package org.refverify.prover.closure;

import java.util.HashMap;
import java.util.Map;
import org.refverify.prover.compile.ResolvedVersion;

/** The members of a version, file by file. */
record VersionMembers(ResolvedVersion version, Map<String, MemberNodes> files) {
  VersionMembers(ResolvedVersion version) {
    this(version, new HashMap<>());
  }

  MemberNodes file(String path) {
    return files.computeIfAbsent(path, key -> new MemberNodes(version, key));
  }

  boolean has(Declared declared) {
    return file(declared.file()).find(declared).isPresent();
  }

  boolean hasClassOf(Declared member) {
    return hasBeside(member, Declared.TYPE);
  }

  /** Whether somebody wrote a constructor of a member's class. */
  boolean hasConstructorIn(Declared member) {
    return hasBeside(member, "constructor");
  }

  private boolean hasBeside(Declared member, String kind) {
    return file(member.file())
        .all()
        .map(MemberNodes.Node::declared)
        .anyMatch(
            each -> each.kind().equals(kind) && each.className().equals(member.className()));
  }

  /** What a member uses; null where the version does not have it. */
  Map<String, UsedDeclaration> uses(Declared declared) {
    MemberNodes file = file(declared.file());
    return file.find(declared).map(file::uses).orElse(null);
  }
}
