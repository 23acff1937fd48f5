package org.refverify.references;

/**
 * The name of the one method that was to be renamed or moved, which tests may follow.
 *
 * @param before its name; empty if tests may follow none
 * @param after its new name, or the same one
 */
record FollowedName(String before, String after) {
  static final FollowedName NONE = new FollowedName("", "");

  /** Whether one method may be the other one afterwards, in the same class or another one. */
  boolean takes(Member old, Member now) {
    return !before.isEmpty()
        && old.isMethod()
        && old.name().equals(before)
        && now.name().equals(after)
        && old.descriptor().equals(now.descriptor());
  }
}
