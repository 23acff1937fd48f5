package org.refverify.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathNearnessTest {
  @ParameterizedTest
  @CsvSource({"a/b/C.java, a/b", "C.java, ''", "'', ''"})
  void aFileLiesInAFolder(String path, String folder) {
    assertEquals(folder, PathNearness.folder(path));
  }

  @ParameterizedTest
  @CsvSource({"a/b, a/c, 2", "a/b, a/b/c, 3", "a, b, 0", "'', a, 0", "a/b, a/b, 3"})
  void theCommonPrefixIsCountedInCharacters(String one, String other, int length) {
    assertEquals(length, PathNearness.commonPrefix(one, other));
    assertEquals(length, PathNearness.commonPrefix(other, one));
  }
}
