import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { run } from "../src/program.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { openTerminalHost, type TerminalHost } from "./support/terminal-host.ts";

const call = (name: string, args: Readonly<Record<string, unknown>>) => ({
  calls: [{ name, arguments: args }],
});

/** How a conversation comes to be in each state, and what is on the screen then. */
const states = {
  idle: { answers: [], keys: "", shows: "›" },
  "a menu is open": { answers: [], keys: "/mod", shows: "❯ /mode" },
  "a draft is typed": { answers: [], keys: "a draft", shows: "› a draft" },
  "an answer comes": {
    answers: [{ text: "I begin to say", stall: "deltas" as const }],
    keys: "Begin\r",
    shows: "I begin to say",
  },
  "a tool runs": {
    answers: [call("terminal", { command: "echo it-runs; sleep 60" })],
    keys: "Begin\r",
    shows: "  it-runs",
  },
  "an approval is open": {
    answers: [call("terminal", { command: "git push --force" })],
    keys: "Begin\r",
    shows: "❯ 4. No (n)",
  },
  "a question is open": {
    answers: [call("clarify", { question: "Which way?", choices: ["left", "right"] })],
    keys: "Begin\r",
    shows: "❯ 1. left",
  },
} as const;

const presses = {
  ...{
    enter: "\r",
    escape: "\u001b",
    "ctrl-c": "\u0003",
    "ctrl-d": "\u0004",
    up: "\u001b[A",
    down: "\u001b[B",
  },
  ...{ tab: "\t", "ctrl-o": "\u000f", "ctrl-l": "\u000c", "ctrl-r": "\u0012", slash: "/", word: "word-N " },
  ...{
    message: "said-N\r",
    "ctrl-j": "\n",
    paste: "\u001b[200~pasted-N\nlines\u001b[201~",
    "ctrl-z": "\u001a",
  },
};
const step = fc.oneof(
  fc.record({ press: fc.constantFrom(...Object.keys(presses)) as fc.Arbitrary<keyof typeof presses> }),
  fc.record({ columns: fc.integer({ min: 24, max: 110 }), rows: fc.integer({ min: 8, max: 40 }) }),
);
const ending = fc.constantFrom("keys", "ctrl-d", "SIGTERM", "SIGHUP", "hang-up");
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function shown({ screen }: TerminalHost): Promise<string> {
  const { scrolled, shown: rows } = await screen.lines();
  return [...scrolled, ...rows].join("\n");
}

async function sees(terminal: TerminalHost, text: string | RegExp): Promise<void> {
  await vi.waitFor(async () => expect(await shown(terminal)).toMatch(text), {
    timeout: 30_000,
    interval: 10,
  });
}

async function take(terminal: TerminalHost, each: Step, index: number): Promise<void> {
  if ("columns" in each) return await terminal.screen.resize(each.columns, each.rows);
  const before = terminal.stops;
  terminal.type(presses[each.press].replace("N", String(index)));
  // A lone Esc is a key once nothing has followed it for a while.
  await pause(each.press === "escape" ? 60 : 3);
  if (terminal.stops === before) return;
  // At that moment: soon after the program goes on, where nobody stops it.
  expect(terminal.stoppedRaw).toBe(false);
  // Longer than where nobody could stop the process.
  await pause(60);
  terminal.continue();
}

const asItWas = { raw: false, cursorShown: true, bracketedPaste: false, wraps: true, keyForms: 0 };

async function sane({ screen, raw }: TerminalHost): Promise<Readonly<Record<string, unknown>>> {
  return { raw, ...(await screen.state()) };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** How often the person said each thing, as the model was sent it. What answers a question is none of it. */
function saidTo({ server }: ScriptedPerson): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { body } of server.requests) {
    const messages = body["messages"] as readonly { readonly role: string }[];
    const text = JSON.stringify(messages.filter(({ role }) => role === "user"));
    for (const said of new Set(text.match(/said-\d+/g)))
      times.set(said, Math.max(times.get(said) ?? 0, text.split(said).length - 1));
  }
  return times;
}

async function live(state: keyof typeof states, steps: readonly Step[], end: string): Promise<void> {
  const { answers, keys, shows } = states[state];
  const more = Array.from({ length: 30 }, (_, index) => ({ text: `Answer-${index}.` }));
  const person = await personWithModel([...answers, ...more], {
    config: "memory:\n  save_at_end: false\n",
  });
  const terminal = openTerminalHost(person, { columns: 70, rows: 20 });
  const code = run([], terminal.host);
  code.then(
    () => undefined,
    () => undefined,
  );
  await sees(terminal, "scripted · ");
  terminal.type(keys);
  await sees(terminal, shows);
  for (const [index, each] of steps.entries())
    // oxlint-disable-next-line no-await-in-loop -- one key after another
    await take(terminal, each, index);

  if (end === "SIGTERM") terminal.end(143);
  else if (end === "SIGHUP") terminal.end(129);
  else if (end === "hang-up") terminal.hangUp();
  else {
    const alive = await leave(terminal, code, end === "keys" ? presses["ctrl-c"] : presses["ctrl-d"]);
    // Where it was left already, nothing is typed any more.
    const leaves = (each: Step): boolean => "press" in each && ["ctrl-c", "ctrl-d"].includes(each.press);
    expect(alive || steps.some(leaves)).toBe(true);
  }
  await code;

  expect(await sane(terminal)).toEqual(asItWas);
  expect((await terminal.screen.cursor()).column).toBe(0);
  const all = await shown(terminal);
  expect(all).not.toMatch(/TypeError|^ +at .*:\d+/m);
  const stops = steps.some((each) => "press" in each && ["escape", "ctrl-c"].includes(each.press));
  const resizes = steps.filter((each) => "columns" in each).length;
  // Behind it stands the title, which may be what was said.
  const [conversation = ""] = all.split("To come back");
  for (const [said, times] of saidTo(person)) {
    const shownTimes = conversation.split(said).length - 1;
    // What is given back after an interruption can be said again; and xterm.js loses its cursor when it breaks lines below it,
    // so that a frame which it made narrower may stay.
    const most = times + Number(stops) + resizes;
    expect({ said, isThere: shownTimes >= times && shownTimes <= most }).toEqual({
      said,
      isThere: true,
    });
  }
  for (const { text } of more) expect(all.split(text).length).toBeLessThanOrEqual(2 + resizes);
}

/** Whatever is open, these keys close it. @returns Whether what was typed meanwhile was seen. */
async function leave(terminal: TerminalHost, code: Promise<number>, key: string): Promise<boolean> {
  let over = false;
  code.finally(() => (over = true)).catch(() => undefined);
  let alive = false;
  const until = Date.now() + 60_000;
  terminal.type("\u001b");
  await pause(60);
  while (!over) {
    if (Date.now() > until) throw new Error(`Nothing closes it. It shows:\n${await shown(terminal)}`);
    terminal.type("\u0015alive");
    await pause(20);
    alive ||= (await shown(terminal)).includes("alive");
    // It empties the line, or closes what the line was typed into.
    terminal.type("\u0003");
    if (alive) terminal.type(key);
    await pause(40);
  }
  return alive;
}

test("in every state, whatever is pressed, it can be left, and the terminal is as it was", async () => {
  const names = Object.keys(states) as (keyof typeof states)[];
  const runs =
    process.env["HERMES_TEST_LONG"] === "1"
      ? { numRuns: 100, endOnFailure: true }
      : { numRuns: 1, seed: 7, endOnFailure: true };
  const course = fc.tuple(fc.array(step, { minLength: 2, maxLength: 8 }), ending);
  await fc.assert(
    fc.asyncProperty(fc.tuple(...names.map(() => course)), async (courses) => {
      await Promise.all(
        names.map(async (state, index) => {
          const [steps, end] = courses[index] ?? [[], "keys"];
          try {
            await live(state, steps, end);
          } catch (error) {
            throw new Error(`In the state "${state}", left by ${end} after ${JSON.stringify(steps)}`, {
              cause: error,
            });
          }
        }),
      );
    }),
    runs,
  );
}, 3_600_000);
