package launch;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/**
 * Answers questions one after the other: the result of {@link Compile} for a plan and some changed
 * sources of one base. Nothing of a question remains after its answer.
 *
 * <p>A question has the piece {@code plan} and the changed sources as {@code tree/} and their path.
 * An answer has {@code status} ({@code 0}, {@code 1}, or {@code odd}: the answer is not valid),
 * {@code output} and the class files by their path in the folders of the sets.
 */
public final class CompileService {
  private static final String TREE = "tree";

  private final File work;
  private final File base;

  CompileService(File work, File base) {
    this.work = work;
    this.base = base;
  }

  /**
   * Entry point; ends with its input.
   *
   * @param arguments a private folder, and the base's tree
   * @throws IOException the channel broke, or the files of a question cannot be removed
   */
  public static void main(String[] arguments) throws IOException {
    DataInputStream questions = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream answers =
        new DataOutputStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    // The output of javac is not part of an answer.
    PrintStream nowhere = new PrintStream(new Nowhere());
    System.setOut(nowhere);
    System.setErr(nowhere);
    System.setIn(new ByteArrayInputStream(new byte[0]));
    CompileService service = new CompileService(new File(arguments[0]), new File(arguments[1]));
    for (Pieces asked = Pieces.read(questions); asked != null; asked = Pieces.read(questions)) {
      service.answer(asked).write(answers);
    }
  }

  /** The answer; the folder of the question is removed before it is returned. */
  Pieces answer(Pieces question) throws IOException {
    Pieces answer = new Pieces(question.number);
    File folder = Files.createTempDirectory(work.toPath(), "question").toFile();
    try {
      String status = compiled(question, folder, answer);
      answer.named.put("status", status.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException | Error e) {
      // A full disk, a full heap or a stack overflow: the caller must decide in another way.
      answer.named.clear();
      answer.named.put("status", "odd".getBytes(StandardCharsets.UTF_8));
    }
    remove(folder.toPath());
    return answer;
  }

  private String compiled(Pieces question, File folder, Pieces answer) throws IOException {
    File tree = new File(folder, TREE);
    Files.createDirectory(tree.toPath());
    for (Map.Entry<String, byte[]> each : question.named.entrySet()) {
      if (each.getKey().startsWith(TREE + "/")) {
        Path file = folder.toPath().resolve(each.getKey()).normalize();
        if (!file.startsWith(tree.toPath())) {
          throw new IOException("outside of the tree");
        }
        Files.createDirectories(file.getParent());
        Files.write(file, each.getValue());
      }
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, false, "UTF-8");
    Compile compile = new Compile(out, new TreePlace.Beside(tree, base));
    boolean good = compile.run(new ByteArrayInputStream(question.named.get("plan")));
    out.flush();
    answer.named.put("output", said.toByteArray());
    if (good) {
      remove(tree.toPath());
      collect(folder.toPath(), answer);
    }
    return compile.isWordless() ? "odd" : good ? "0" : "1";
  }

  private static void collect(Path folder, Pieces answer) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            answer.named.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void remove(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException trouble)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Discards all output. */
  private static final class Nowhere extends OutputStream {
    @Override
    public void write(int single) {}

    @Override
    public void write(byte[] all, int from, int length) {}
  }
}
