package org.refverify.references;

/**
 * The new name of the one method that was to be renamed, which tests may follow.
 *
 * @param before its name; empty where none was to be renamed
 * @param after its new name
 */
record FollowedName(String before, String after) {
  static final FollowedName NONE = new FollowedName("", "");

  /** Whether two methods differ in this name alone. */
  boolean takes(Member old, Member now) {
    return !before.isEmpty()
        && old.isMethod()
        && old.name().equals(before)
        && now.name().equals(after)
        && old.owner().equals(now.owner())
        && old.descriptor().equals(now.descriptor());
  }
}
