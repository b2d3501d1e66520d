import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { answers, calls, inStore, personWhoTalked, returns, says } from "./support/filled-person.ts";
import { newPerson, type Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const ctrlC = "\u0003";

function talks(): Promise<Fixture> {
  return personWhoTalked([
    {
      id: "20261101-101010-aaaaaaaa",
      title: "Trip to Kraków, 日本語日本語日本語 and to many other places",
      tags: ["travel", "a-rather-long-tag-that-is-long"],
      messages: [
        says("Where do I sleep? ".repeat(20)),
        calls("terminal", { command: "find / -name 'hotel*' -type f" }),
        returns(
          "terminal",
          JSON.stringify({ output: `${"/a/path/with/a/hotel/in/it ".repeat(5)}\n`.repeat(20), exit_code: 0 }),
        ),
        answers(
          "In the hotel 日本語日本語日本語日本語日本語日本語日本語.\n\n```\nconst averyLongIdentifierWithoutAnyBreakInItAtAll = 1;\n```",
        ),
      ],
    },
    { id: "20261102-101010-bbbbbbbb", platform: "telegram", messages: [says("A hotel"), answers("Yes.")] },
  ]);
}

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test.each([
    ["sessions", "list"],
    ["sessions", "search", "hotel"],
    ["sessions", "show", "20261101"],
    ["sessions", "stats"],
    ["insights"],
  ])("hermes %s %s fits into 38 columns", async (...args) => {
    const terminal = openTestTerminal(await talks(), args, { columns: 38 });

    expect(await terminal.exitCode).toBe(0);
    const lines = terminal.text().split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => columnsOf(line) > 38)).toEqual([]);
    if (args[0] === "sessions" && args[1] !== "stats")
      expect(terminal.text()).toContain("20261101-101010-aaaaaaaa");
  });

  test("a search marks what was found in colour, and without colours not at all", async () => {
    const person = await talks();
    const coloured = openTestTerminal(person, ["sessions", "search", "sleep"]);
    await coloured.exitCode;
    const plain = openTestTerminal(person, ["sessions", "search", "sleep"], { env: { NO_COLOR: "1" } });
    await plain.exitCode;

    expect(coloured.raw()).toMatch(/\u001b\[1m\u001b\[33msleep\u001b\[/);
    expect(coloured.text()).not.toContain(">>>");
    expect(plain.raw()).toContain("sleep");
    expect(plain.raw()).not.toMatch(/>>>|<<</);
  });

  test.each([
    ["y", 0, 1],
    ["\r", 1, 2],
    ["zzz\r", 1, 2],
    [ctrlC, 130, 2],
  ])("delete asks; %j ends with %i and leaves %i", async (keys, code, left) => {
    const person = await talks();
    const terminal = openTestTerminal(person, ["sessions", "delete", "20261102"], { columns: 38 });

    await terminal.shows("20261102-101010-bbbbbbbb");
    await terminal.shows("? Delete it for good?");
    await terminal.shows("❯ 2. No (n)");
    terminal.type(keys);

    expect(await terminal.exitCode).toBe(code);
    expect(await inStore(person, ({ sessions }) => sessions.list())).toHaveLength(left);
  });

  test("prune names what it will delete before it asks", async () => {
    const person = await personWhoTalked([
      { id: "old", title: "Old talk", at: 1_000, messages: [says("x")] },
    ]);
    const terminal = openTestTerminal(person, ["sessions", "prune", "--older-than", "90d"]);

    expect(await terminal.shows("❯ 2. No (n)")).toMatch(/old .*Old talk[^]*1 conversation, 1 message/);
    terminal.type("y");
    await terminal.shows("Deleted 1 conversation");

    expect(await terminal.exitCode).toBe(0);
  });

  test("restore shows what is in the backup and what is there now, and no changes nothing", async () => {
    const person = await talks();
    const saved = openTestTerminal(person, ["backup", "copy.db"]);
    expect(await saved.exitCode).toBe(0);
    const before = readdirSync(person.home).filter((name) => name.startsWith("hermes.db"));
    const terminal = openTestTerminal(person, ["restore", "copy.db"]);

    expect(await terminal.shows("❯ 2. No (n)")).toMatch(
      /Backup: 2 conversations, 6 messages[^]*Now: +2 conversations/,
    );
    terminal.type("n");

    expect(await terminal.exitCode).toBe(1);
    expect(readdirSync(person.home).filter((name) => name.startsWith("hermes.db"))).toEqual(before);
  });

  test("redact asks for the secret without showing it", async () => {
    const person = await personWhoTalked([{ id: "a", messages: [says("The key is sk-live-8f3a.")] }]);
    const terminal = openTestTerminal(person, ["redact"]);

    await terminal.shows("❯ type or paste it");
    terminal.type("sk-live-8f3a\r");
    await terminal.shows("❯ 2. No (n)");
    terminal.type("y");
    await terminal.shows("1 row of the store");
    await terminal.shows("nowhere in this home any more");

    expect(await terminal.exitCode).toBe(0);
    expect(terminal.raw()).not.toContain("sk-live");
  });

  test("Ctrl-C at the secret changes nothing", async () => {
    const person = await personWhoTalked([{ id: "a", messages: [says("The key is sk-live-8f3a.")] }]);
    const terminal = openTestTerminal(person, ["redact"]);

    await terminal.shows("❯ type or paste it");
    terminal.type(ctrlC);

    expect(await terminal.exitCode).toBe(130);
    expect(await inStore(person, (state) => state.search("8f3a").sessions)).toHaveLength(1);
  });

  test("an import draws a bar, and takes it away", async () => {
    const person = newPerson();
    for (let number = 0; number < 40; number++)
      writeFileSync(join(person.project, `talk-${number}.jsonl`), '{"role":"user","content":"hello"}\n');
    const terminal = openTestTerminal(person, ["sessions", "import", "."], { columns: 38 });

    expect(await terminal.exitCode).toBe(0);
    expect(terminal.raw()).toContain("████████████████████ 40/40 conversat…\r\u001b[KImported 40 messages");
  });

  test("a conversation is resumed by words of its title, with what was said last", async () => {
    const person = await personWithModel([{ text: "Red." }, { text: "Still red." }]);
    const first = openTestTerminal(person, ["-q", "Which colour has the fence?"]);
    expect(await first.exitCode).toBe(0);
    const terminal = openTestTerminal(person, ["--resume", "colour fence"]);

    await terminal.shows("Continuing “Which colour has the fence?”");
    await terminal.shows("Red.");
    await terminal.ready();
    terminal.type("And now?\r");
    await terminal.shows("Still red.");

    expect(JSON.stringify(person.server.requests[1]?.body)).toMatch(/Which colour.*Red\..*And now/);
  });
});
