package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.refverify.fuzzer.Compiled;

class ClassFilesTest {
  private static final byte[] A = Compiled.of("class A { B b; }  class B { }").bytes("A");
  private static final byte[] OTHER = Compiled.of("class A { int other; }").bytes("A");

  @TempDir Path folder;

  private Path jar(String name, Map<String, byte[]> entries) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return jar;
  }

  private Path classes(String name, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = folder.resolve(name).resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return folder.resolve(name);
  }

  private static ClassFiles open(List<Path> own, List<Path> libraries) throws IOException {
    return new ClassFiles(
        own.stream().map(Path::toString).toList(), libraries.stream().map(Path::toString).toList());
  }

  @Test
  void foldersAndJarsHoldClasses() throws IOException {
    Path own = classes("own", Map.of("A.class", A, "p/text.txt", new byte[] {1}));
    Path library =
        jar("b.jar", Map.of("p/B.class", Compiled.of("package p; class B { }").bytes("p.B")));
    try (ClassFiles files = open(List.of(own), List.of(library))) {
      assertEquals("[A]", files.names().toString());
      assertTrue(files.owns("A"));
      assertFalse(files.owns("p.B"));
      assertArrayEquals(A, files.bytes("A"));
      assertEquals("p/B", files.set().node("p.B") == null ? "p/B" : "own");
      assertArrayEquals(new byte[] {1}, files.resource("p/text.txt"));
      assertNull(files.bytes("Missing"));
      assertNull(files.resource("missing.txt"));
    }
  }

  @Test
  void ownClassesWinOverLibrariesAndEarlierPathsOverLater() throws IOException {
    Path own = classes("own", Map.of("A.class", A));
    Path later = classes("later", Map.of("A.class", OTHER));
    try (ClassFiles files = open(List.of(own, later), List.of(later))) {
      assertArrayEquals(A, files.bytes("A"));
    }
    try (ClassFiles files = open(List.of(), List.of(later, own))) {
      assertArrayEquals(OTHER, files.bytes("A"));
    }
  }

  @Test
  void aPathThatDoesNotExistIsEmpty() throws IOException {
    try (ClassFiles files = open(List.of(folder.resolve("none")), List.of(folder.resolve("no")))) {
      assertEquals("[]", files.names().toString());
      assertEquals("[]", files.unusable().toString());
    }
  }

  @Test
  void anUnreadableLibraryIsLeftOutButAnOwnPathIsNot() throws IOException {
    Path broken = folder.resolve("broken.jar");
    Files.writeString(broken, "no jar");
    try (ClassFiles files = open(List.of(), List.of(broken))) {
      assertTrue(files.unusable().first().startsWith(broken + ": "));
    }
    assertThrows(IOException.class, () -> open(List.of(broken), List.of()));
  }

  @Test
  void aLibraryClassThatThisJdkCannotUseIsLeftOut() throws IOException {
    byte[] newer = A.clone();
    newer[7] = (byte) 200;
    Path library =
        classes(
            "library",
            new TreeMap<>(
                Map.of("A.class", newer, "C.class", OTHER, "D.class", new byte[] {1, 2})));
    try (ClassFiles files = open(List.of(), List.of(library))) {
      assertNull(files.bytes("A"));
      assertNull(files.bytes("C"));
      assertNull(files.bytes("D"));
      assertEquals(
          "[A: compiled for Java 156, C: the file holds A, D: not a whole class file]",
          files.unusable().toString());
    }
  }

  @Test
  void aMultiReleaseJarIsReadAsThisJdkSeesIt() throws IOException {
    byte[] manifest =
        "Manifest-Version: 1.0\nMulti-Release: true\n\n".getBytes(StandardCharsets.UTF_8);
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put("META-INF/MANIFEST.MF", manifest);
    entries.put("META-INF/versions/9/A.class", OTHER);
    entries.put("META-INF/versions/99/A.class", new byte[] {1});
    entries.put("A.class", A);
    try (ClassFiles files = open(List.of(jar("multi.jar", entries)), List.of())) {
      assertEquals("[A]", files.names().toString());
      assertArrayEquals(OTHER, files.bytes("A"));
    }
    entries.remove("META-INF/MANIFEST.MF");
    try (ClassFiles files = open(List.of(jar("plain.jar", entries)), List.of())) {
      assertArrayEquals(A, files.bytes("A"));
    }
  }

  @Test
  void theTypesOfFieldsMayBeMissing() throws IOException {
    byte[] b = Compiled.of("class B { }").bytes("B");
    try (ClassFiles whole =
            open(List.of(classes("own", Map.of("A.class", A, "B.class", b))), List.of());
        ClassFiles part = open(List.of(classes("part", Map.of("A.class", A))), List.of())) {
      assertTrue(whole.hasTypesOfFields("A"));
      assertFalse(part.hasTypesOfFields("A"));
    }
  }
}
