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

/**
 * Takes goals out of a build for which no property of their plugin does that.
 *
 * <p>{@code refverify.goalsLeftOut} names them, comma-separated, as Maven's log does but for the
 * version: {@code group:artifact:goal@execution}. An execution with such a goal is left out of all
 * modules. Maven finds this class by META-INF/plexus/components.xml.
 */
public final class GoalsLeftOut extends AbstractMavenLifecycleParticipant {
  private static final String NAMES = "refverify.goalsLeftOut";

  @Override
  public void afterProjectsRead(MavenSession session) {
    String names = session.getUserProperties().getProperty(NAMES, "");
    leaveOut(session.getProjects(), new HashSet<>(Arrays.asList(names.split(","))));
  }

  /** Removes the executions from the projects' builds, before Maven plans these. */
  static void leaveOut(Collection<MavenProject> projects, Set<String> goals) {
    for (MavenProject project : projects) {
      for (Plugin plugin : project.getBuild().getPlugins()) {
        plugin.getExecutions().removeIf(execution -> has(plugin, execution, goals));
        plugin.flushExecutionMap();
      }
    }
  }

  private static boolean has(Plugin plugin, PluginExecution execution, Set<String> goals) {
    return execution.getGoals().stream()
        .anyMatch(goal -> goals.contains(plugin.getKey() + ":" + goal + "@" + execution.getId()));
  }
}
