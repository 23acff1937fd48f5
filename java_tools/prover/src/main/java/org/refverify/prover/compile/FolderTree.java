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
  private final Set<String> paths = new TreeSet<>();
  private final Set<String> buildFiles = new TreeSet<>();

  /**
   * Lists the folder once.
   *
   * @throws UncheckedIOException the folder cannot be listed
   */
  public FolderTree(Path root) {
    this.root = root;
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(this::isRead)
          .map(this::relative)
          .forEach(path -> (path.endsWith(".java") ? paths : buildFiles).add(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isRead(Path file) {
    return (file.toString().endsWith(".java") || BuildFiles.isBuildFile(relative(file)))
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && !("/" + relative(file)).contains("/.git/");
  }

  @Override
  public boolean keepsParameterNames() {
    return buildFiles.stream().map(this::text).anyMatch(BuildFiles::keepsParameterNames);
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
