package org.refverify.maven;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Removes parts of a build that no property of a plugin can remove.
 *
 * <p>{@code refverify.goalsLeftOut} lists goals, separated by commas, as Maven's log shows them but
 * without the version: {@code group:artifact:goal@execution}. An execution with such a goal is
 * removed from all modules. {@code refverify.untested} lists modules, {@code group:artifact}, in
 * which Surefire runs no tests; they are compiled as usual. Maven finds this class through
 * META-INF/plexus/components.xml.
 */
public final class LeftOut extends AbstractMavenLifecycleParticipant {
  private static final String GOALS = "refverify.goalsLeftOut";
  private static final String UNTESTED = "refverify.untested";
  private static final String SUREFIRE = "org.apache.maven.plugins:maven-surefire-plugin";

  @Override
  public void afterProjectsRead(MavenSession session) {
    leaveOut(session.getProjects(), names(session, GOALS));
    leaveUntested(session.getProjects(), names(session, UNTESTED));
  }

  /** Removes the executions from the projects' builds before Maven plans them. */
  static void leaveOut(Collection<MavenProject> projects, Set<String> goals) {
    for (MavenProject project : projects) {
      for (Plugin plugin : project.getBuild().getPlugins()) {
        plugin.getExecutions().removeIf(execution -> has(plugin, execution, goals));
        plugin.flushExecutionMap();
      }
    }
  }

  /**
   * Makes Surefire skip the tests of the named projects; the log still shows where they would run.
   */
  static void leaveUntested(Collection<MavenProject> projects, Set<String> names) {
    for (MavenProject project : projects) {
      Plugin surefire = project.getPlugin(SUREFIRE);
      if (surefire != null
          && names.contains(project.getGroupId() + ":" + project.getArtifactId())) {
        surefire.getExecutions().forEach(LeftOut::skip);
      }
    }
  }

  /** Changes the execution's own configuration, which takes precedence over any property. */
  private static void skip(PluginExecution execution) {
    Xpp3Dom skip = new Xpp3Dom("skip");
    skip.setValue("true");
    Xpp3Dom configuration = new Xpp3Dom("configuration");
    configuration.addChild(skip);
    Xpp3Dom before = (Xpp3Dom) execution.getConfiguration();
    execution.setConfiguration(Xpp3Dom.mergeXpp3Dom(configuration, before));
  }

  private static boolean has(Plugin plugin, PluginExecution execution, Set<String> goals) {
    return execution.getGoals().stream()
        .anyMatch(goal -> goals.contains(plugin.getKey() + ":" + goal + "@" + execution.getId()));
  }

  private static Set<String> names(MavenSession session, String property) {
    String names = session.getUserProperties().getProperty(property, "");
    return new HashSet<>(Arrays.asList(names.split(",")));
  }
}
