package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
  @TempDir Path folder;

  private Path write(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, path);
  }

  @Test
  void aHiddenFolderIsReadAsByABuild() throws IOException {
    write("p/.generated/A.java");
    write("p/.B.java");

    FolderTree tree = new FolderTree(folder);

    assertEquals(Set.of("p/.generated/A.java", "p/.B.java"), tree.paths());
    assertEquals("p/.B.java", tree.text("p/.B.java"));
  }

  @Test
  void gitsOwnFolderAndLinksAreLeftOut() throws IOException {
    Path text = write("p/A.txt");
    write(".git/A.java");
    write("sub/.git/A.java");
    Files.createSymbolicLink(folder.resolve("p/A.java"), text);

    assertEquals(Set.of(), new FolderTree(folder).paths());
  }
}
