package org.refverify.common;

/** How near two paths of one tree are; folders are separated by slashes. */
public final class PathNearness {
  private PathNearness() {}

  /** The folder of a file; empty for the root. */
  public static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** The number of characters with which both paths begin. */
  public static int commonPrefix(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int length = 0;
    while (length < most && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }
}
