package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Finds calls that reach outside the virtual machine: files, network, processes, native code. */
final class Denials {
  private static final Set<String> CONSTRUCTORS =
      names(
          "java/io/FileInputStream java/io/FileOutputStream java/io/RandomAccessFile"
              + " java/io/FileReader java/io/FileWriter java/util/zip/ZipFile java/util/jar/JarFile"
              + " java/net/Socket java/net/ServerSocket java/net/DatagramSocket"
              + " java/net/MulticastSocket java/net/URLClassLoader java/util/Timer"
              + " java/util/concurrent/ThreadPoolExecutor java/util/concurrent/ForkJoinPool"
              + " java/util/concurrent/ScheduledThreadPoolExecutor java/util/logging/FileHandler");

  /** Constructors that open a file only if they receive a name or a file. */
  private static final Set<String> OPENERS =
      names("java/io/PrintWriter java/io/PrintStream java/util/Formatter java/util/Scanner");

  private static final Set<String> METHODS =
      names(
          "java/lang/ProcessBuilder.start java/lang/Runtime.exec java/lang/System.load"
              + " java/lang/System.loadLibrary java/lang/Runtime.load java/lang/Runtime.loadLibrary"
              + " java/lang/System.setOut java/lang/System.setErr java/lang/System.setIn"
              + " java/lang/System.setSecurityManager java/lang/Thread.stop"
              + " java/lang/Thread.suspend java/io/File.delete java/io/File.deleteOnExit"
              + " java/io/File.mkdir java/io/File.mkdirs java/io/File.createNewFile"
              + " java/io/File.createTempFile java/io/File.renameTo java/io/File.setLastModified"
              + " java/io/File.setReadable java/io/File.setWritable java/io/File.setExecutable"
              + " java/io/File.setReadOnly java/nio/channels/FileChannel.open"
              + " java/nio/channels/SocketChannel.open java/nio/channels/ServerSocketChannel.open"
              + " java/net/URL.openStream java/net/URL.openConnection java/net/URL.getContent"
              + " java/net/InetAddress.getByName java/net/InetAddress.getAllByName"
              + " java/net/InetAddress.getLocalHost java/net/http/HttpClient.newHttpClient"
              + " java/util/concurrent/Executors.newScheduledThreadPool"
              + " java/util/concurrent/Executors.newSingleThreadScheduledExecutor"
              + " java/util/concurrent/ForkJoinPool.commonPool"
              + " java/util/concurrent/locks/LockSupport.park"
              + " java/util/concurrent/CountDownLatch.await"
              + " java/util/concurrent/CyclicBarrier.await"
              + " java/lang/management/ManagementFactory.*");

  private static final Set<String> HARMLESS_FILES =
      names(
          "exists notExists isDirectory isRegularFile isReadable isWritable isHidden isSameFile"
              + " isExecutable isSymbolicLink");

  /** Calls that only read the file that they name. */
  private static final Set<String> READING =
      names(
          "java/io/FileInputStream.<init> java/io/FileReader.<init>"
              + " java/io/RandomAccessFile.<init> java/util/Scanner.<init>"
              + " java/nio/channels/FileChannel.open"
              + " java/nio/file/Files.newByteChannel java/nio/file/Files.newInputStream"
              + " java/nio/file/Files.readAllBytes java/nio/file/Files.readAllLines"
              + " java/nio/file/Files.readString java/nio/file/Files.lines"
              + " java/nio/file/Files.newBufferedReader java/nio/file/Files.newDirectoryStream"
              + " java/nio/file/Files.list java/nio/file/Files.walk"
              + " java/nio/file/Files.walkFileTree java/nio/file/Files.size"
              + " java/nio/file/Files.getLastModifiedTime java/nio/file/Files.readAttributes"
              + " java/nio/file/Files.getAttribute java/nio/file/Files.getOwner"
              + " java/nio/file/Files.getPosixFilePermissions java/nio/file/Files.getFileStore"
              + " java/nio/file/Files.readSymbolicLink");

  /** Calls that change the file that they name and create none. */
  private static final Set<String> CHANGING =
      names(
          "java/io/File.delete java/io/File.setLastModified java/io/File.setReadable"
              + " java/io/File.setWritable java/io/File.setExecutable java/io/File.setReadOnly"
              + " java/nio/file/Files.delete java/nio/file/Files.deleteIfExists"
              + " java/nio/file/Files.setLastModifiedTime java/nio/file/Files.setAttribute"
              + " java/nio/file/Files.setPosixFilePermissions java/nio/file/Files.setOwner");

  private Denials() {}

  private static Set<String> names(String words) {
    return new HashSet<String>(Arrays.asList(words.split(" ")));
  }

  /** Whether a denied call only reads the file that its first value names. */
  static boolean isReading(String owner, String name) {
    return READING.contains(owner + "." + name);
  }

  /** Whether a denied call only changes an existing file. */
  static boolean isChanging(String owner, String name) {
    return CHANGING.contains(owner + "." + name);
  }

  /** Whether the call is denied. */
  static boolean denies(String owner, String name, String descriptor) {
    if (name.equals("<init>")) {
      return CONSTRUCTORS.contains(owner)
          || OPENERS.contains(owner)
              && (descriptor.startsWith("(Ljava/io/File;")
                  || descriptor.startsWith("(Ljava/nio/file/Path;")
                  || descriptor.startsWith("(Ljava/lang/String;")
                      && !owner.equals("java/util/Scanner"));
    }
    return METHODS.contains(owner + "." + name)
        || owner.equals("java/nio/file/Files") && !HARMLESS_FILES.contains(name);
  }
}
