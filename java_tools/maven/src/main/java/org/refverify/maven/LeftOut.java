package org.refverify.maven;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;

/**
 * Takes out of a build what no property of a plugin takes out of it.
 *
 * <p>{@code refverify.goalsLeftOut} names goals, comma-separated, as Maven's log does but for the
 * version: {@code group:artifact:goal@execution}. An execution with such a goal is left out of all
 * modules. {@code refverify.untested} names modules, {@code group:artifact}, in which Surefire runs
 * no tests; they are compiled as ever. Maven finds this class by META-INF/plexus/components.xml.
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

  /** Removes the executions from the projects' builds, before Maven plans these. */
  static void leaveOut(Collection<MavenProject> projects, Set<String> goals) {
    for (MavenProject project : projects) {
      remove(project, (plugin, execution) -> has(plugin, execution, goals));
    }
  }

  /** Removes all that Surefire does from the builds of the named projects. */
  static void leaveUntested(Collection<MavenProject> projects, Set<String> names) {
    for (MavenProject project : projects) {
      if (names.contains(project.getGroupId() + ":" + project.getArtifactId())) {
        remove(project, (plugin, execution) -> plugin.getKey().equals(SUREFIRE));
      }
    }
  }

  private static void remove(MavenProject project, BiPredicate<Plugin, PluginExecution> out) {
    for (Plugin plugin : project.getBuild().getPlugins()) {
      plugin.getExecutions().removeIf(execution -> out.test(plugin, execution));
      plugin.flushExecutionMap();
    }
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
