package org.refverify.libraries;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.repository.Proxy;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;

/** The sources of the user's own Maven downloads: repositories, mirrors, proxies, credentials. */
final class UserSettings {
  private static final String LAYOUT = "default";

  private final Settings settings;

  private UserSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * The settings that the places name; the usual ones if they cannot be read.
   *
   * @throws IllegalArgumentException the files are not settings
   */
  static UserSettings of(Places places) {
    if (places.trusted() != null) {
      System.setProperty("javax.net.ssl.trustStore", places.trusted());
    }
    List<String> files = places.settings();
    DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
    request.setSystemProperties(properties(places.environment()));
    if (!files.isEmpty()) {
      request.setUserSettingsFile(new File(files.get(0)));
    }
    if (files.size() > 1) {
      request.setGlobalSettingsFile(new File(files.get(1)));
    }
    try {
      return new UserSettings(
          new DefaultSettingsBuilderFactory().newInstance().build(request).getEffectiveSettings());
    } catch (SettingsBuildingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Properties properties(Map<String, String> environment) {
    Properties known = new Properties();
    known.putAll(System.getProperties());
    environment.forEach((name, value) -> known.put("env." + name, value));
    return known;
  }

  /**
   * Maven Central, unless the settings give it another address, and the repositories of active
   * profiles.
   */
  List<RemoteRepository> repositories() {
    Map<String, String> urls = new LinkedHashMap<>();
    Set<String> active = Set.copyOf(settings.getActiveProfiles());
    for (Profile profile : settings.getProfiles()) {
      if (active.contains(profile.getId()) || isUsual(profile)) {
        profile.getRepositories().forEach(each -> urls.put(each.getId(), each.getUrl()));
      }
    }
    // The repositories that every project has, as Maven's own super POM names them.
    LoneModelBuilder.usualRepositories()
        .forEach(each -> urls.putIfAbsent(each.getId(), each.getUrl()));
    List<RemoteRepository> found = new ArrayList<>();
    urls.forEach((id, url) -> found.add(new RemoteRepository.Builder(id, LAYOUT, url).build()));
    return found;
  }

  private static boolean isUsual(Profile profile) {
    return profile.getActivation() != null && profile.getActivation().isActiveByDefault();
  }

  /** Makes a session use these mirrors, proxies and credentials. */
  void configure(SessionBuilder session) {
    session
        .setMirrorSelector(mirrors())
        .setProxySelector(proxies())
        .setAuthenticationSelector(credentials())
        .setOffline(settings.isOffline());
  }

  private DefaultMirrorSelector mirrors() {
    DefaultMirrorSelector selector = new DefaultMirrorSelector();
    for (Mirror each : settings.getMirrors()) {
      selector.add(
          each.getId(),
          each.getUrl(),
          each.getLayout(),
          false,
          each.isBlocked(),
          each.getMirrorOf(),
          each.getMirrorOfLayouts());
    }
    return selector;
  }

  private DefaultProxySelector proxies() {
    DefaultProxySelector selector = new DefaultProxySelector();
    for (org.apache.maven.settings.Proxy each : settings.getProxies()) {
      if (each.isActive()) {
        AuthenticationBuilder user = new AuthenticationBuilder();
        user.addUsername(each.getUsername()).addPassword(each.getPassword());
        selector.add(
            new Proxy(each.getProtocol(), each.getHost(), each.getPort(), user.build()),
            each.getNonProxyHosts());
      }
    }
    return selector;
  }

  private DefaultAuthenticationSelector credentials() {
    DefaultAuthenticationSelector selector = new DefaultAuthenticationSelector();
    for (Server each : settings.getServers()) {
      AuthenticationBuilder user = new AuthenticationBuilder();
      user.addUsername(each.getUsername()).addPassword(each.getPassword());
      selector.add(each.getId(), user.build());
    }
    return selector;
  }
}
