import { expect, test } from "vitest";
import { heard, newPerson, serve } from "./support.ts";

test("an owner's first message is answered and nothing else is said in the chat", async () => {
  const gateway = serve(newPerson(), [{ text: "First." }, { text: "Second." }]);
  await gateway.line("local: ready");

  const texts = await gateway.tell("Hello");
  await heard(texts, "First.");

  expect(texts.join("\n")).not.toContain("/sethome");
  expect(gateway.said.join("\n")).not.toContain("local: no home channel");
});
