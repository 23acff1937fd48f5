package org.refverify.prover.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The sources below a folder on disk, without symbolic links and git's own folder. */
public final class FolderTree implements SourceTree {
  private final Path root;
  private final Set<String> paths;

  /**
   * Lists the folder once.
   *
   * @throws UncheckedIOException the folder cannot be listed
   */
  public FolderTree(Path root) {
    this.root = root;
    try (Stream<Path> files = Files.walk(root)) {
      this.paths =
          files
              .filter(this::isSource)
              .map(this::relative)
              .collect(TreeSet::new, Set::add, Set::addAll);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isSource(Path file) {
    return file.toString().endsWith(".java")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && !("/" + relative(file)).contains("/.git/");
  }

  private String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  @Override
  public Set<String> paths() {
    return paths;
  }

  @Override
  public String text(String path) {
    try {
      return SourceText.decode(Files.readAllBytes(root.resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
