package org.refverify.fuzzer.run;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Loads one version with its libraries. Its parent is the platform's loader; of the engine it sees
 * only the probes and the redirected world.
 */
final class SubjectLoader extends ClassLoader {
  private static final Set<String> SHARED =
      new HashSet<String>(
          Arrays.asList(
              Probe.class.getName(),
              World.class.getName(),
              Compared.class.getName(),
              Loops.class.getName()));

  private final Function<String, byte[]> classes;
  private final Function<String, byte[]> resources;
  private final Map<String, byte[]> replaced;

  SubjectLoader(
      Function<String, byte[]> classes,
      Function<String, byte[]> resources,
      Map<String, byte[]> replaced) {
    super(platform());
    this.classes = classes;
    this.resources = resources;
    this.replaced = replaced;
  }

  /** The platform's loader: all of Java, and nothing of the application's class path. */
  static ClassLoader platform() {
    return ClassLoader.getSystemClassLoader().getParent();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && SHARED.contains(name)) {
        loaded = Class.forName(name, true, SubjectLoader.class.getClassLoader());
      }
      // The subject's own copy first, as on its class path; the JVM lets no loader define java.*.
      if (loaded == null && !name.startsWith("java.")) {
        loaded = define(name);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private Class<?> define(String name) {
    byte[] code = replaced.get(name);
    if (code == null) {
      code = classes.apply(name);
    }
    if (code == null) {
      return null;
    }
    int dot = name.lastIndexOf('.');
    String ofPackage = dot < 0 ? "" : name.substring(0, dot);
    if (dot >= 0 && packageOf(ofPackage) == null) {
      definePackage(ofPackage, null, null, null, null, null, null, null);
    }
    return defineClass(name, code, 0, code.length);
  }

  @SuppressWarnings("deprecation")
  private Package packageOf(String name) {
    return getPackage(name);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    byte[] content = resources.apply(name);
    return content == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(content);
  }

  @Override
  protected URL findResource(String name) {
    byte[] content = resources.apply(name);
    if (content == null) {
      return null;
    }
    try {
      return new URL(null, "memory:/" + name, new Memory(content));
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return found == null
        ? Collections.<URL>emptyEnumeration()
        : Collections.enumeration(Collections.singleton(found));
  }

  private static final class Memory extends URLStreamHandler {
    private final byte[] content;

    Memory(byte[] content) {
      this.content = content;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() throws IOException {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(content);
        }
      };
    }
  }
}
