package org.refverify.fuzzer.recipe;

import java.util.Locale;

/** The default locale of a run: usually a plain one, sometimes an unusual one. */
public final class DefaultLocale {
  private static final Locale[] ODD = {
    Locale.forLanguageTag("tr-TR"),
    Locale.GERMANY,
    Locale.forLanguageTag("ar-EG"),
    Locale.forLanguageTag("th-TH-u-nu-thai"),
    Locale.ROOT,
    Locale.JAPAN
  };

  private static final int RARITY = 16;

  private DefaultLocale() {}

  /** The locale for {@link Input#world}; {@link Locale#US} for 0. */
  public static Locale of(long world) {
    long spread = world * 0x9E3779B97F4A7C15L;
    int drawn = (int) Long.remainderUnsigned(spread >>> 16, (long) RARITY * ODD.length);
    return world == 0 || drawn >= ODD.length ? Locale.US : ODD[drawn];
  }
}
