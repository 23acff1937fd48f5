package example.bistro;

/** Small things that one does with text. */
final class Texts {

  private Texts() {}

  static String capitalised(String text) {
    if (text.isEmpty()) {
      return text;
    }
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** A name as it stands under a bill. */
  static String signature(String name) {
    String first = name.trim().split("\\s+")[0];
    return first.length() > 8 ? first.substring(0, 8) + "." : first;
  }

  static boolean isPalindrome(String text) {
    String letters = text.toLowerCase().replaceAll("[^a-z]", "");
    return new StringBuilder(letters).reverse().toString().equals(letters);
  }
}
