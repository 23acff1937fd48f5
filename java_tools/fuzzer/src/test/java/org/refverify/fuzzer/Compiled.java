package org.refverify.fuzzer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.ClassSet;

/** One version's classes, compiled in memory with debug information; no type may be public. */
public final class Compiled {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** Shared by all, because it is costly to read the platform's classes. */
  private static final JavaFileManager FILES = JAVAC.getStandardFileManager(null, null, null);

  private final Map<String, byte[]> classes;

  private Compiled(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /** Compiles one or more source files; each begins with its line 1. */
  public static Compiled of(String... texts) {
    Memory memory = new Memory();
    List<JavaFileObject> sources = new ArrayList<>();
    for (String text : texts) {
      sources.add(new Source("Source" + sources.size() + ".java", text));
    }
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-g", "-Xlint:none", "-proc:none", "-source", "8", "-target", "8");
    if (!JAVAC.getTask(messages, memory, null, options, null, sources).call()) {
      throw new IllegalArgumentException(messages.toString());
    }
    Map<String, byte[]> classes = new TreeMap<>();
    memory.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return new Compiled(classes);
  }

  /** The classes in the form that the engine reads. */
  public ClassSet set() {
    return new ClassSet(classes, name -> null);
  }

  /** The class files, written into a folder, in the form that a version of the subject has. */
  public ClassFiles files(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      Path path = folder.resolve(each.getKey().replace('.', '/') + ".class");
      Files.createDirectories(path.getParent());
      Files.write(path, each.getValue());
    }
    return new ClassFiles(List.of(folder.toString()), List.of());
  }

  /** A class file. */
  public byte[] bytes(String name) {
    return classes.get(name).clone();
  }

  /** Loads a class in a separate loader. */
  public Class<?> load(String name) {
    return loadWith(name, null);
  }

  /** Loads a class in a separate loader, with replaced bytes if they are given. */
  public Class<?> loadWith(String name, byte[] bytesOrNull) {
    try {
      return Class.forName(name, true, new Loader(name, bytesOrNull));
    } catch (ClassNotFoundException missing) {
      throw new IllegalArgumentException(missing);
    }
  }

  private final class Loader extends ClassLoader {
    private final String changed;
    private final byte[] bytesOrNull;

    Loader(String changed, byte[] bytesOrNull) {
      super(ClassLoader.getPlatformClassLoader());
      this.changed = changed;
      this.bytesOrNull = bytesOrNull;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = bytesOrNull != null && name.equals(changed) ? bytesOrNull : classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

    Memory() {
      super(FILES);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return written.computeIfAbsent(name, unused -> new ByteArrayOutputStream());
        }
      };
    }
  }
}
