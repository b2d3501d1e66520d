import { describe, expect, test } from "vitest";
import { answers, personWhoTalked, says, inStore } from "./support/filled-person.ts";
import { bin, hermes, type Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { missingTmux, openShellInTmux } from "./support/tmux.ts";

const at = Date.parse("2026-03-01T12:00:00");
const dayMs = 86_400_000;

function talked(count = 3): Promise<Fixture> {
  const names = ["Trip to Kraków", "Broken test", "Cake for Ann"];
  return personWhoTalked(
    Array.from({ length: count }, (_, index) => ({
      id: `talk-${index}`,
      title: names[index] ?? `Talk number ${index}`,
      at: at + index * dayMs,
      messages: [says(`Question ${index} about zebras`), answers(`Answer ${index}.`)],
    })),
  );
}

test("single questions are left out of the list of conversations until somebody goes on with one", async () => {
  const person = await personWithModel([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
  await hermes(person, ["-q", "First question"]);
  await hermes(person, ["-q", "Second question"]);

  const before = await hermes(person, ["sessions", "list"]);
  const all = await hermes(person, ["sessions", "list", "--all"]);
  const asked = await hermes(person, ["sessions", "list", "--one-shots", "--json"]);
  const goesOn = await hermes(person, ["-c", "-q", "Third question"]);
  const after = await hermes(person, ["sessions", "list"]);

  expect(before.stdout).toBe(
    "No conversations yet, only single questions: hermes sessions list --one-shots\n",
  );
  expect(all.stdout).toMatch(/Second question\n.*First question\n/);
  expect(JSON.parse(asked.stdout)).toMatchObject([{ oneShot: true }, { oneShot: true }]);
  expect(goesOn.stdout).toBe("Three.\n");
  expect(after.stdout).toContain("Second question");
  expect(after.stdout).not.toContain("First question");
});

test("into a pipe sessions browse gives the newest with numbers", async () => {
  const { code, stdout } = await hermes(await talked(), ["sessions", "browse"]);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}1\. talk-2 .*Cake for Ann\n {2}2\. talk-1 .*\n {2}3\. talk-0 .*Kraków\n$/);
});

test("--resume without a name from a pipe asks for one", async () => {
  const { code, stderr } = await hermes(await talked(), ["--resume", "-q", "x"]);

  expect(code).toBe(2);
  expect(stderr).toContain("--resume needs the id of a conversation");
});

/** A shell in which `$H` is the executable. */
function shellOf(person: Fixture, columns: number, more: Readonly<Record<string, string>> = {}) {
  const env = { ...person.env, ...more, H: `${process.execPath} ${bin}` };
  return openShellInTmux({ ...person, env }, { columns, rows: 24 });
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test.each([40, 120])("at %i columns conversations are searched as one types", async (columns) => {
    const person = await talked(40);
    const tmux = shellOf(person, columns);
    await tmux.shows("SHELL");

    tmux.key("-l", "$H sessions browse");
    tmux.key("Enter");
    await tmux.shows("❯ Talk number 39");
    tmux.key("-l", "krak");
    const found = await tmux.shows("❯ Trip to Kr");
    expect(found.join("\n")).toContain("hermes: Answer 0.");
    tmux.key("Escape");
    await tmux.shows("❯ Talk number 39");
    tmux.key("PageDown");
    await tmux.shows("❯ Talk number 2");
    tmux.key("-l", "7 zeb");
    await tmux.shows("you: Question 7 about");
    tmux.key("C-u");
    await tmux.shows("❯ Talk number 39");
    tmux.key("Escape");
    await tmux.shows("No conversation was chosen");

    expect(tmux.everything().join("\n")).not.toContain("search:");
  });

  test("Enter goes on with the chosen conversation, and /resume opens another one from it", async () => {
    const person = await personWithModel([{ text: "Welcome back." }]);
    await inStore(person, (state) => {
      for (const [index, title] of ["Trip to Naxos", "Broken test"].entries()) {
        const id = `talk-${index}`;
        const head = { id, system: "", tools: [], model: "m", platform: "cli", startedAt: at + index };
        state.journal.create(head, [says(`Question ${index}`), answers(`Answer ${index}.`)]);
        state.sessions.setTitle(id, title);
      }
    });
    const tmux = shellOf(person, 100);
    await tmux.shows("SHELL");

    tmux.key("-l", "$H --resume");
    tmux.key("Enter");
    await tmux.shows("❯ Broken test");
    tmux.key("Down");
    await tmux.shows("❯ Trip to Naxos");
    tmux.key("Enter");
    await tmux.shows("Continuing “Question 0”");
    tmux.key("-l", "/resume");
    tmux.key("Enter");
    await tmux.shows("❯ Broken test");
    tmux.key("Enter");
    await tmux.shows("Continuing “Question 1”");
  });

  test("a terminal that draws no lists gives numbers", async () => {
    const person = await talked();
    const tmux = shellOf(person, 100, { ACCESSIBLE: "1" });
    await tmux.shows("SHELL");

    tmux.key("-l", "$H sessions browse");
    tmux.key("Enter");
    const lines = await tmux.shows("Your answer:");

    expect(lines.join("\n")).toMatch(/1\. Cake for Ann .*\n +2\. Broken test .*\n +3\. Trip to Kraków/);
  });
});
