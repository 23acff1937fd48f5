package org.refverify.fuzzer.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.common.JsonWriter;

class RecipeReadingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"kind":"null"}
          {"kind":"Integer","value":"-7"}
          {"kind":"Long","value":"9223372036854775807"}
          {"kind":"Short","value":"-1"}
          {"kind":"Byte","value":"1"}
          {"kind":"Boolean","value":"true"}
          {"kind":"Character","value":"55296"}
          {"kind":"Double","value":"-0.0"}
          {"kind":"Double","value":"NaN"}
          {"kind":"Float","value":"1.4E-45"}
          {"kind":"String","value":"a\\"b\\\\\\u000a"}
          {"kind":"units","value":[97,55296]}
          {"kind":"class","name":"p.A$B"}
          {"kind":"constant","owner":"p.E","field":"X"}
          {"kind":"array","element":"[I","elements":[{"kind":"null"}]}
          {"kind":"again","number":3}
          {"kind":"stand-in","type":"p.I","answers":[]}
          {"kind":"fields","class":"p.A","values":{"p.A#n":{"kind":"null"}}}
          """)
  void whatWasWrittenIsReadAndWrittenAgain(String text) {
    assertEquals(text, JsonWriter.write(RecipeJson.write(RecipeJson.read(JsonReader.read(text)))));
  }

  @Test
  void callsKeepTheirOrderAndArguments() {
    String call = "{\"owner\":\"p.A\",\"name\":\"%s\",\"descriptor\":\"()V\",\"arguments\":[]}";
    String text =
        "{\"kind\":\"made\",\"creation\":%s,\"then\":[%s,%s]}"
            .formatted(call.formatted("<init>"), call.formatted("b"), call.formatted("a"));
    Made made = (Made) RecipeJson.read(JsonReader.read(text));
    assertEquals(
        "<init> b a",
        made.creation.name + " " + made.then.get(0).name + " " + made.then.get(1).name);
    assertEquals(text, JsonWriter.write(RecipeJson.write(made)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "\"text\"",
        "{\"kind\": 1}",
        "{\"kind\": \"other\", \"value\": \"1\"}",
        "{\"kind\": \"Integer\"}",
        "{\"kind\": \"Integer\", \"value\": \"1.5\"}",
        "{\"kind\": \"Byte\", \"value\": \"300\"}",
        "{\"kind\": \"array\", \"element\": \"I\"}",
        "{\"kind\": \"array\", \"elements\": []}",
        "{\"kind\": \"made\", \"creation\": {}, \"then\": []}",
        "{\"kind\": \"fields\", \"class\": \"p.A\"}",
        "{\"kind\": \"again\", \"number\": \"x\"}",
        "{\"kind\": \"units\", \"value\": [\"x\"]}",
      })
  void whatIsNoRecipeIsRefused(String text) {
    Object read = JsonReader.read(text);
    assertThrows(IllegalArgumentException.class, () -> RecipeJson.read(read));
  }

  @Test
  void anInputMayHaveNoReceiverAndNoWorld() {
    Input input = RecipeJson.readInput(JsonReader.read("{\"arguments\": [{\"kind\": \"null\"}]}"));
    assertNull(input.receiver);
    assertEquals(1, input.arguments.size());
    assertEquals(0, input.world);
    assertThrows(IllegalArgumentException.class, () -> RecipeJson.readInput(JsonReader.read("{}")));
    assertThrows(IllegalArgumentException.class, () -> RecipeJson.readInput(JsonReader.read("[]")));
  }

  @Test
  void whatARecipeIsMadeOfIsCopied() {
    List<Recipe> parts = new ArrayList<>(List.of(new Literal(1)));
    Map<String, Recipe> fields = new HashMap<>(Map.of("p.A#n", new Literal(1)));
    List<Call> calls = new ArrayList<>();
    ArrayValue array = new ArrayValue("I", parts);
    Call call = new Call("p.A", "f", "(I)V", parts);
    StandIn standIn = new StandIn("p.I", parts);
    Input input = new Input(null, parts, 0);
    Fields object = new Fields("p.A", fields);
    Made made = new Made(call, calls);
    parts.clear();
    fields.clear();
    calls.add(call);
    assertEquals(1, array.elements.size());
    assertEquals(1, call.arguments.size());
    assertEquals(1, standIn.answers.size());
    assertEquals(1, input.arguments.size());
    assertEquals(1, object.values.size());
    assertEquals(0, made.then.size());
    assertThrows(UnsupportedOperationException.class, () -> array.elements.clear());
    assertThrows(UnsupportedOperationException.class, () -> object.values.clear());
  }

  @ParameterizedTest
  @CsvSource({"0, ()V, false", "1, ()V, true", "1, (I)V, false", "2, (I)V, true", "0, (I)V, false"})
  void aCallIsOnItsFirstArgumentIfThatIsTheReceiver(int given, String descriptor, boolean first) {
    List<Recipe> arguments = new ArrayList<>();
    for (int i = 0; i < given; i++) {
      arguments.add(Literal.NULL);
    }
    assertEquals(first, new Call("p.A", "f", descriptor, arguments).isOnFirst());
  }

  @Test
  void aWalkVisitsAValueBeforeItsParts() {
    List<String> order = new ArrayList<>();
    Recipe inner = new ArrayValue("I", List.of(new Literal(2), new Literal(3)));
    Call creation = new Call("p.A", "<init>", "(I)V", List.of(new Literal(1)));
    Call later = new Call("p.A", "set", "([I)V", List.of(inner));
    Recipe all =
        new StandIn(
            "p.I",
            List.of(
                new Made(creation, List.of(later)),
                new Fields("p.B", Map.of("b", new Literal(5), "a", new Literal(4))),
                new Again(0)));
    all.accept(
        new RecipeWalk() {
          @Override
          protected void value(Recipe recipe) {
            order.add(
                recipe instanceof Literal literal
                    ? String.valueOf(literal.value)
                    : recipe.getClass().getSimpleName());
          }
        });
    assertEquals("[StandIn, Made, 1, ArrayValue, 2, 3, Fields, 4, 5, Again]", order.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "97|'a'",
        "39|'\\''",
        "34|'\"'",
        "10|'\\n'",
        "9|'\\t'",
        "92|'\\\\'",
        "0|'\\u0000'",
        "233|'\\u00e9'"
      })
  void aUnitIsALiteral(int unit, String literal) {
    assertEquals(literal, Quoted.unit((char) unit));
  }

  @Test
  void aTextIsALiteral() {
    assertEquals("\"a'\\\"\\r\\n\\u007f\\ud800\"", Quoted.string("a'\"\r\n\u007f\ud800"));
    assertEquals("\"\"", Quoted.string(""));
  }

  @Test
  void theDefaultLocaleIsUsuallyAPlainOne() {
    assertEquals(Locale.US, DefaultLocale.of(0));
    Set<Locale> seen = new HashSet<>();
    int plain = 0;
    for (long world = 1; world < 3000; world++) {
      Locale locale = DefaultLocale.of(world);
      assertEquals(locale, DefaultLocale.of(world));
      seen.add(locale);
      plain += locale.equals(Locale.US) ? 1 : 0;
    }
    assertTrue(plain > 2600 && plain < 2950, "plain: " + plain);
    assertEquals(7, seen.size());
    assertFalse(seen.contains(Locale.FRANCE));
  }
}
