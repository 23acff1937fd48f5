package org.refverify.prover.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;

/** The sources of one commit, read from the object database. Symbolic links are omitted. */
public final class GitTree implements SourceTree, AutoCloseable {
  private final Repository repository;
  private final Map<String, ObjectId> blobs = new TreeMap<>();
  private final Map<String, ObjectId> buildFiles = new TreeMap<>();
  private final KeptTexts texts;
  private Boolean keepsParameterNames;

  /**
   * Opens a git directory and lists the commit's files; keeps no text.
   *
   * @param commit its full name
   * @throws IOException there is no repository, or an object is missing or damaged
   */
  public GitTree(Path gitDirectory, String commit) throws IOException {
    this(gitDirectory, commit, new KeptTexts(0));
  }

  /**
   * The same with a cache for texts.
   *
   * @throws IOException there is no repository, or an object is missing or damaged
   */
  public GitTree(Path gitDirectory, String commit, KeptTexts texts) throws IOException {
    this.texts = texts;
    repository = ReadOnlyGit.open(gitDirectory);
    try {
      list(ObjectId.fromString(commit));
    } catch (IOException | RuntimeException e) {
      repository.close();
      throw e;
    }
  }

  private void list(ObjectId commit) throws IOException {
    try (RevWalk commits = new RevWalk(repository);
        TreeWalk files = new TreeWalk(repository)) {
      files.addTree(commits.parseCommit(commit).getTree());
      files.setRecursive(true);
      while (files.next()) {
        FileMode mode = files.getFileMode(0);
        boolean regular = mode == FileMode.REGULAR_FILE || mode == FileMode.EXECUTABLE_FILE;
        String path = files.getPathString();
        if (regular && path.endsWith(".java")) {
          blobs.put(path, files.getObjectId(0));
        } else if (regular && BuildFiles.isBuildFile(path)) {
          buildFiles.put(path, files.getObjectId(0));
        }
      }
    }
  }

  @Override
  public Set<String> paths() {
    return blobs.keySet();
  }

  @Override
  public String text(String path) {
    ObjectId id = blobs.get(path);
    return texts.text(id, () -> read(id));
  }

  @Override
  public boolean keepsParameterNames() {
    if (keepsParameterNames == null) {
      keepsParameterNames =
          buildFiles.values().stream().map(this::read).anyMatch(BuildFiles::keepsParameterNames);
    }
    return keepsParameterNames;
  }

  private String read(ObjectId id) {
    try {
      return SourceText.decode(repository.open(id).getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Object contentId(String path) {
    return blobs.get(path);
  }

  @Override
  public void close() {
    repository.close();
  }
}
