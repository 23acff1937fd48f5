package org.refverify.fuzzer.entry;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The source lines on which two methods' instructions differ (longest common subsequence). */
final class Alignment {
  private static final long MOST = 4_000_000;

  /** Changed lines of the left method; if it only lost instructions, the line after the gap. */
  final SortedSet<Integer> left = new TreeSet<Integer>();

  /** The same for the right method. */
  final SortedSet<Integer> right = new TreeSet<Integer>();

  private final Code a;
  private final Code b;

  Alignment(Code a, Code b) {
    this.a = a;
    this.b = b;
    int begin = 0;
    int endA = a.words.size();
    int endB = b.words.size();
    while (begin < endA && begin < endB && same(begin, begin)) {
      begin++;
    }
    while (endA > begin && endB > begin && same(endA - 1, endB - 1)) {
      endA--;
      endB--;
    }
    align(begin, endA, endB);
    if (left.isEmpty() && right.isEmpty()) {
      addAll();
    }
  }

  private boolean same(int i, int j) {
    return a.words.get(i).equals(b.words.get(j));
  }

  private void align(int begin, int endA, int endB) {
    int n = endA - begin;
    int m = endB - begin;
    int[][] length = (long) n * m > MOST ? null : lengths(begin, n, m);
    int i = 0;
    int j = 0;
    while (i < n || j < m) {
      if (length != null && i < n && j < m && same(begin + i, begin + j)) {
        i++;
        j++;
      } else if (i < n && (j == m || length == null || length[i + 1][j] >= length[i][j + 1])) {
        mark(begin + i++, begin + j);
      } else {
        mark(begin + i, begin + j++);
      }
    }
  }

  private int[][] lengths(int begin, int n, int m) {
    int[][] length = new int[n + 1][m + 1];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = m - 1; j >= 0; j--) {
        length[i][j] =
            same(begin + i, begin + j)
                ? length[i + 1][j + 1] + 1
                : Math.max(length[i + 1][j], length[i][j + 1]);
      }
    }
    return length;
  }

  private void mark(int i, int j) {
    add(a.lines, i, left);
    add(b.lines, j, right);
  }

  private static void add(List<Integer> lines, int at, SortedSet<Integer> to) {
    if (!lines.isEmpty()) {
      int line = lines.get(Math.min(at, lines.size() - 1));
      if (line > 0) {
        to.add(line);
      }
    }
  }

  /** Adds all lines, because only jumps or handlers differ. */
  private void addAll() {
    for (int i = 0; i < a.lines.size(); i++) {
      add(a.lines, i, left);
    }
    for (int i = 0; i < b.lines.size(); i++) {
      add(b.lines, i, right);
    }
  }
}
