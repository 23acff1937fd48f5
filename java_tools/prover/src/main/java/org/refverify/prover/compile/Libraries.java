package org.refverify.prover.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The classes that neither version declares: the class path, then the Java platform. */
public final class Libraries implements AutoCloseable {
  private static final int REMEMBERED = 3000;
  private static final int MAJOR_VERSION = 7;
  private static final int RELEASE_0 = 44;

  private final List<ClassContainer> containers = new ArrayList<>();
  private final List<Path> missing = new ArrayList<>();
  private final List<String> entries = new ArrayList<>();
  private final Map<String, Optional<byte[]>> read =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Optional<byte[]>> eldest) {
              return size() > REMEMBERED;
            }
          });

  /**
   * Opens jars, class folders and a platform.
   *
   * @param classPath in its order; entries that do not exist are skipped and listed by {@link
   *     #missing}
   * @param javaHome the subject's JDK; null for the one that runs this code
   * @throws UncheckedIOException a jar or the platform cannot be read
   */
  public Libraries(List<Path> classPath, Path javaHome) {
    try {
      for (Path entry : classPath) {
        if (Files.isDirectory(entry)) {
          add(entry, new ClassFolder(entry));
        } else if (Files.isRegularFile(entry)) {
          add(entry, new ClassJar(entry));
        } else {
          missing.add(entry);
        }
      }
      containers.addAll(JavaPlatform.of(javaHome));
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    }
  }

  /** Adds an entry by its file name; a number distinguishes entries of the same name. */
  private void add(Path entry, ClassContainer container) {
    containers.add(container);
    String name = String.valueOf(entry.getFileName());
    boolean twin = entries.contains(name);
    entries.add(twin ? name + " (entry " + containers.size() + " of the class path)" : name);
  }

  /** Entries of the class path that do not exist. */
  public List<Path> missing() {
    return List.copyOf(missing);
  }

  /**
   * The number of the Java platform, read from its own classes.
   *
   * @throws UncheckedIOException there is no platform
   */
  public int release() {
    byte[] object =
        bytes("java/lang/Object")
            .orElseThrow(() -> new UncheckedIOException(new IOException("no java.lang.Object")));
    return (object[MAJOR_VERSION] & 0xff) - RELEASE_0;
  }

  /** The class file of a type by its internal name; empty if no library has it. */
  public Optional<byte[]> bytes(String internalName) {
    return read.computeIfAbsent(internalName, this::find);
  }

  /** Whether a library has classes in the package (with slashes) or below it. */
  public boolean isPackage(String name) {
    return containers.stream().anyMatch(each -> each.isPackage(name));
  }

  /**
   * The entry of the class path, or the part of the platform, that contains a type; null if all
   * code sees the type or it does not exist.
   */
  String part(String internalName, boolean inModule) {
    String entry = entry(internalName);
    return entry == null ? platformPart(internalName, inModule) : entry;
  }

  private String entry(String internalName) {
    try {
      for (int i = 0; i < entries.size(); i++) {
        if (containers.get(i).bytes(internalName) != null) {
          return entries.get(i);
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The part of the platform that contains a type and that not all code sees: a package that its
   * module does not export, or, for code of a module, each module that it must require; null
   * otherwise.
   */
  private String platformPart(String internalName, boolean inModule) {
    for (ClassContainer each : containers) {
      if (each instanceof JavaPlatform platform) {
        String module = platform.module(internalName);
        if (module != null) {
          return hiddenPart(platform, module, internalName, inModule);
        }
      }
    }
    return null;
  }

  private static String hiddenPart(
      JavaPlatform platform, String module, String internalName, boolean inModule) {
    String name = internalName.substring(0, internalName.lastIndexOf('/'));
    if (!platform.exports(module, name)) {
      return "the package " + name + " of module " + module;
    }
    return inModule && !module.equals("java.base") ? "module " + module : null;
  }

  private Optional<byte[]> find(String internalName) {
    try {
      for (ClassContainer each : containers) {
        byte[] bytes = each.bytes(internalName);
        if (bytes != null) {
          return Optional.of(bytes);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    containers.forEach(ClassContainer::close);
  }
}
