package org.refverify.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repositories from which the user's own Maven would download. */
class UserSettingsTest {
  @TempDir Path folder;

  private List<String> repositories(String settings, Map<String, String> environment) {
    Path file = Disk.write(folder.resolve("settings.xml"), settings);
    Places places =
        new Places(
            folder.toString(),
            folder.toString(),
            List.of(file.toString()),
            environment,
            null,
            null,
            true);
    LocalSystem system = new LocalSystem();
    try (Resolving resolving = new Resolving(system.get(), places, new Missing())) {
      return resolving.repositories().stream().map(UserSettingsTest::text).toList();
    }
  }

  private static String text(RemoteRepository each) {
    return each.getId() + " " + each.getUrl() + (each.getAuthentication() == null ? "" : " user");
  }

  @Test
  void emptySettingsMeanTheRepositoryOfEveryProject() {
    List<String> found = repositories("<settings/>", Map.of());

    assertEquals(1, found.size());
    assertEquals("central https:", found.get(0).split("//")[0]);
  }

  @Test
  void aMirrorAndItsCredentialsAreUsed() {
    String settings =
        """
        <settings>
          <mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>https://m.test/a</url></mirror></mirrors>
          <servers><server><id>m</id><username>u</username><password>${env.P}</password></server></servers>
        </settings>
        """;

    assertEquals(List.of("m https://m.test/a user"), repositories(settings, Map.of("P", "x")));
  }

  @Test
  void aRepositoryOfAnActiveProfileComesFirst() {
    String settings =
        """
        <settings>
          <profiles>
            <profile><id>on</id><repositories>
              <repository><id>central</id><url>https://c.test</url></repository>
            </repositories></profile>
            <profile><id>off</id><repositories>
              <repository><id>other</id><url>https://o.test</url></repository>
            </repositories></profile>
          </profiles>
          <activeProfiles><activeProfile>on</activeProfile></activeProfiles>
        </settings>
        """;

    assertEquals(List.of("central https://c.test"), repositories(settings, Map.of()));
  }
}
