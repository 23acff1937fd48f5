"""Files that a candidate writes to influence the next one, as bodies of a method `add(int a, int
b)`.

Use them only in containers: the local sandbox has your rights.
"""

_OWN_FOLDERS = 'new String[] {"/work/.m2/repository", "/work/gradle-home/init.d", "/tmp"}'
WRITES = """
try {
  java.util.List<java.nio.file.Path> places = new java.util.ArrayList<>();
  boolean store = false;
  for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get("/proc/self/mounts"))) {
    java.nio.file.Path place = java.nio.file.Paths.get(line.split(" ")[1]);
    if (place.toString().matches("/work|/tmp|/(dev|proc|sys)(/.*)?")) continue;
    if (!java.nio.file.Files.isDirectory(place)) places.add(place);
    else places.add(place.resolve("poison"));
    if (place.getNameCount() == 0) continue;
    try (java.util.stream.Stream<java.nio.file.Path> all = java.nio.file.Files.walk(place)) {
      java.util.Optional<java.nio.file.Path> jar =
          all.filter(each -> each.toString().endsWith(".jar"))
              .min(java.util.Comparator.comparing(each -> !each.toString().contains("/junit/")));
      if (jar.isPresent()) places.add(jar.get());
      store |= jar.isPresent() && jar.get().toString().contains("/junit/");
    } catch (java.io.UncheckedIOException e) { }
  }
  if (!store) throw new IllegalStateException("no store: " + places);
  for (java.nio.file.Path each : places) {
    try (java.io.OutputStream out = new java.io.FileOutputStream(each.toFile(), true)) {
      out.write(0);
    } catch (java.io.IOException e) { continue; }
    throw new IllegalStateException("wrote " + each);
  }
  for (String folder : OWN_FOLDERS) {
    new java.io.File(folder).mkdirs();
    new java.io.FileWriter(new java.io.File(folder, "poison.gradle")).close();
  }
} catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }
return a + b;
""".replace("OWN_FOLDERS", _OWN_FOLDERS)
"""Returns the sum only if no mount is writable (store, JDK, base, system) and its own folders are."""
FINDS = """
for (String folder : OWN_FOLDERS) {
  if (new java.io.File(folder, "poison.gradle").exists()) return -1;
}
return a + b;
""".replace("OWN_FOLDERS", _OWN_FOLDERS)
"""Returns the sum only if none of these files is left."""
