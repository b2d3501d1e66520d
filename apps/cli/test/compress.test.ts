import { expect, test } from "vitest";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

test.skipIf(!hasTerminals)(
  "/compress condenses the older part, says how much it was, and the conversation goes on",
  async () => {
    const person = await personWithModel([
      ...[{ text: "A long story. ".repeat(1_500) }, { text: "Two." }],
      ...[{ text: "nothing" }, { text: "They told a story." }, { text: "Three." }],
      // What is to be remembered is asked once more at the end.
      { text: "nothing" },
    ]);
    const terminal = openTestTerminal(person, ["chat"]);
    await terminal.ready();
    terminal.type("Tell me a story\r");
    await terminal.shows("A long story.");
    await terminal.ready();
    terminal.type("And another\r");
    await terminal.shows("Two.");
    await terminal.ready();
    terminal.type("/compress the hero\r");
    await terminal.shows("tokens; nothing you said was lost");
    await terminal.ready();
    terminal.type("Go on\r");
    await terminal.shows("Three.");
    await terminal.ready();
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
    const [, , , asked, last] = person.server.requests.map(({ body }) => JSON.stringify(body));
    expect(asked).toContain("The person wants told in full: the hero");
    for (const text of ["Tell me a story", "They told a story.", "And another", "Go on"])
      expect(last).toContain(text);
    expect(last).not.toContain("A long story. A long story.");
    // What is told at the next start are words that were said.
    const again = openTestTerminal(person, ["--continue"]);
    await again.shows("Continuing “And another”");
    again.type("/quit\r");
    await again.exitCode;
  },
);
