package launch;

import java.io.File;

/** Locates the files of a tree that a plan names by their paths in the tree. */
interface TreePlace {
  /** The tree is the current folder: every path is used as it is. */
  TreePlace HERE =
      new TreePlace() {
        @Override
        public File folder(String path) {
          return new File(path);
        }

        @Override
        public File source(String path) {
          return new File(path);
        }

        @Override
        public String shown(String text) {
          return text;
        }
      };

  /** A folder or class path entry. */
  File folder(String path);

  /** A source file. */
  File source(String path);

  /** A path, or a message that contains paths, with the paths that the plan would use. */
  String shown(String text);

  /** The tree of one question: its changed sources are in one folder, all others in the base's. */
  final class Beside implements TreePlace {
    private final File own;
    private final File base;

    Beside(File own, File base) {
      this.own = own;
      this.base = base;
    }

    @Override
    public File folder(String path) {
      File named = new File(path);
      return named.isAbsolute() ? named : new File(own, path);
    }

    @Override
    public File source(String path) {
      File named = new File(path);
      if (named.isAbsolute()) {
        return named;
      }
      File changed = new File(own, path);
      return changed.isFile() ? changed : new File(base, path);
    }

    @Override
    public String shown(String text) {
      return text.replace(own.getPath() + "/", "").replace(base.getPath() + "/", "");
    }
  }
}
