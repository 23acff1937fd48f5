package org.refverify.prover.compile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * Opens a user's git directory without writing to it.
 *
 * <p>JGit measures the timestamp resolution of a file system: for two to three seconds it writes
 * probe files next to the objects. Before that it reads its user configuration, so the values are
 * provided there; no configuration file of the user is read.
 */
public final class ReadOnlyGit {
  /**
   * The value that JGit itself uses if it must not write. A greater value only makes it read a
   * folder again.
   */
  private static final long SECONDS_OF_DOUBT = 2;

  static {
    SystemReader.setInstance(new Untouched(SystemReader.getInstance()));
  }

  private ReadOnlyGit() {}

  /**
   * Opens a git directory.
   *
   * @throws IOException there is no git directory
   */
  public static Repository open(Path gitDirectory) throws IOException {
    File folder = gitDirectory.toFile();
    return new FileRepositoryBuilder().setGitDir(folder).setMustExist(true).build();
  }

  /** The system without any git configuration of its users. */
  private static final class Untouched extends SystemReader {
    private final SystemReader system;

    Untouched(SystemReader system) {
      this.system = system;
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS files) {
      return new Told(parent, files);
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS files) {
      return new Told(parent, files);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS files) {
      return new Told(parent, files);
    }

    @Override
    public String getHostname() {
      return system.getHostname();
    }

    @Override
    public String getenv(String variable) {
      return system.getenv(variable);
    }

    @Override
    public String getProperty(String key) {
      return system.getProperty(key);
    }

    @Override
    public long getCurrentTime() {
      return system.getCurrentTime();
    }

    @Override
    @Deprecated
    public int getTimezone(long when) {
      return system.getTimezone(when);
    }
  }

  /** A configuration without a file that contains only the timestamp resolution of file systems. */
  private static final class Told extends FileBasedConfig {
    Told(Config parent, FS files) {
      super(parent, null, files);
    }

    @Override
    public void load() {
      // There is no file.
    }

    @Override
    public boolean isOutdated() {
      return false;
    }

    @Override
    public long getTimeUnit(
        String section, String subsection, String name, long standard, TimeUnit unit) {
      return section.equals("filesystem")
          ? unit.convert(SECONDS_OF_DOUBT, TimeUnit.SECONDS)
          : super.getTimeUnit(section, subsection, name, standard, unit);
    }
  }
}
