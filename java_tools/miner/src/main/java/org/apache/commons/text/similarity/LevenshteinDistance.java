package org.apache.commons.text.similarity;

/**
 * The number of single characters to insert, delete or replace to turn one text into another.
 *
 * <p>Replaces the class of this name in commons-text, which follows later on the class path.
 * RefactoringMiner spends a large part of its time in that class, in calls and boxes for each pair
 * of characters.
 */
public class LevenshteinDistance {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * The number of ASCII characters, which most sources consist of; the places of others are
   * searched for.
   */
  private static final int FEW = 128;

  private final int limit;

  /** Computes every distance. */
  public LevenshteinDistance() {
    this(null);
  }

  /**
   * Computes distances up to a limit.
   *
   * @param threshold not negative; null for no limit
   */
  public LevenshteinDistance(Integer threshold) {
    if (threshold != null && threshold < 0) {
      throw new IllegalArgumentException("Threshold must not be negative");
    }
    limit = threshold == null ? NO_LIMIT : threshold;
  }

  /** The distance; -1 if it exceeds the limit. */
  public Integer apply(CharSequence left, CharSequence right) {
    if (left == null || right == null) {
      throw new IllegalArgumentException("CharSequences must not be null");
    }
    String longer = left.length() < right.length() ? right.toString() : left.toString();
    String shorter = left.length() < right.length() ? left.toString() : right.toString();
    int start = 0;
    int longerEnd = longer.length();
    int shorterEnd = shorter.length();
    while (start < shorterEnd && longer.charAt(start) == shorter.charAt(start)) {
      start++;
    }
    while (start < shorterEnd && longer.charAt(longerEnd - 1) == shorter.charAt(shorterEnd - 1)) {
      longerEnd--;
      shorterEnd--;
    }
    return distance(
        longer.substring(start, longerEnd).toCharArray(),
        shorter.substring(start, shorterEnd).toCharArray());
  }

  private int distance(char[] longer, char[] shorter) {
    // A character without a partner must be inserted.
    if (longer.length - shorter.length > limit) {
      return -1;
    }
    int found = shorter.length > Long.SIZE ? byRows(longer, shorter) : byBits(longer, shorter);
    return found > limit ? -1 : found;
  }

  /**
   * The algorithm of Myers (1999) in Hyyrö's form for whole texts: two words hold a column of
   * differences between neighbours of the table, the increases and the decreases.
   *
   * @param shorter at most as many characters as a word has bits
   */
  private static int byBits(char[] longer, char[] shorter) {
    if (shorter.length == 0) {
      return longer.length;
    }
    long[] places = new long[FEW];
    for (int i = 0; i < shorter.length; i++) {
      if (shorter[i] < FEW) {
        places[shorter[i]] |= 1L << i;
      }
    }
    long last = 1L << (shorter.length - 1);
    long rising = -1;
    long falling = 0;
    int distance = shorter.length;
    for (char next : longer) {
      long equal = next < FEW ? places[next] : placesOf(next, shorter);
      long across = (((equal & rising) + rising) ^ rising) | equal;
      long up = falling | ~(across | rising);
      long down = rising & across;
      distance += (up & last) != 0 ? 1 : (down & last) != 0 ? -1 : 0;
      up = (up << 1) | 1;
      long along = equal | falling;
      rising = (down << 1) | ~(along | up);
      falling = up & along;
    }
    return distance;
  }

  private static long placesOf(char wanted, char[] text) {
    long places = 0;
    for (int i = 0; i < text.length; i++) {
      places |= text[i] == wanted ? 1L << i : 0;
    }
    return places;
  }

  private static int byRows(char[] longer, char[] shorter) {
    int[] row = new int[shorter.length + 1];
    for (int i = 0; i <= shorter.length; i++) {
      row[i] = i;
    }
    for (int i = 0; i < longer.length; i++) {
      next(row, i, longer[i], shorter);
    }
    return row[shorter.length];
  }

  /**
   * Computes the distances for a prefix of the longer text from those for a prefix that is one
   * character shorter.
   */
  private static void next(int[] row, int length, char added, char[] shorter) {
    int diagonal = length;
    int left = length + 1;
    row[0] = left;
    for (int j = 0; j < shorter.length; j++) {
      int above = row[j + 1];
      int best = diagonal;
      if (shorter[j] != added) {
        best = above < best ? above : best;
        best = (left < best ? left : best) + 1;
      }
      diagonal = above;
      left = best;
      row[j + 1] = best;
    }
  }
}
