package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Entry;

/**
 * The project's test classes that name an entry's class, because their constants are good inputs.
 */
final class NearTests {
  private static final int MOST = 100;

  private NearTests() {}

  /**
   * Class files in the order of their names; empty if no folder is given.
   *
   * @param folders of test classes, which are on the class path too
   */
  static List<byte[]> of(List<String> folders, Subject subject) throws IOException {
    SortedSet<String> owners = new TreeSet<String>();
    for (Entry entry : subject.entries) {
      owners.add(entry.old.owner.replace('.', '/'));
    }
    List<byte[]> found = new ArrayList<byte[]>();
    try (ClassFiles tests = new ClassFiles(folders, Collections.<String>emptyList())) {
      for (String name : tests.names()) {
        byte[] content = subject.oldFiles.bytes(name);
        if (found.size() < MOST && content != null && names(content, owners)) {
          found.add(content);
        }
      }
    }
    return found;
  }

  private static boolean names(byte[] content, SortedSet<String> owners) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    for (String owner : owners) {
      if (text.contains(owner)) {
        return true;
      }
    }
    return false;
  }
}
