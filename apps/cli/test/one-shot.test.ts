import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hermes, outcomeOf, startHermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test("one question is answered on standard output and nothing else is said", async () => {
  const person = await personWithModel([{ text: "Forty-two." }]);

  const outcome = await hermes(person, ["chat", "-q", "What is the answer?"]);

  expect(outcome).toEqual({ code: 0, stdout: "Forty-two.\n", stderr: "" });
});

test("the command can be left out", async () => {
  const person = await personWithModel([{ text: "Yes." }]);

  expect(await hermes(person, ["-q", "Are you there?"])).toMatchObject({ code: 0, stdout: "Yes.\n" });
});

test("Anthropic's protocol answers as well", async () => {
  const person = await personWithModel([{ text: "Bonjour." }], { protocol: "messages" });

  expect(await hermes(person, ["-q", "Say hello"])).toEqual({ code: 0, stdout: "Bonjour.\n", stderr: "" });
  expect(person.server.requests[0]?.protocol).toBe("messages");
});

test.each([
  ["piped in", ["chat"]],
  ["piped in and asked for with -", ["-q", "-"]],
])("a question can be %s", async (_how, args) => {
  const person = await personWithModel([{ text: "Read." }]);

  const outcome = await hermes(person, args, { input: "What is in the pipe?\n" });

  expect(outcome).toMatchObject({ code: 0, stdout: "Read.\n" });
  expect(JSON.stringify(person.server.requests[0]?.body)).toContain("What is in the pipe?");
});

test("an empty question is refused before a model is asked", async () => {
  const person = await personWithModel([]);

  expect(await hermes(person, ["chat"], { input: "\n" })).toMatchObject({ code: 2, stdout: "" });
  expect(person.server.requests).toHaveLength(0);
});

test("a command of the model runs in the person's folder, and a quiet line on standard error tells of it", async () => {
  const person = await personWithModel([
    { text: "I look.", calls: [{ name: "terminal", arguments: { command: "pwd; echo made > made.txt" } }] },
    { text: "Done." },
  ]);

  const outcome = await hermes(person, ["-q", "Make a file"]);

  expect(outcome.code).toBe(0);
  expect(outcome.stdout).toBe("I look.\nDone.\n");
  expect(outcome.stderr).toMatch(/^┊ \S+ terminal {2}pwd; echo made > made\.txt {2}[\d.]+m?s\n$/);
  expect(readFileSync(join(person.project, "made.txt"), "utf8")).toBe("made\n");
  expect(JSON.stringify(person.server.requests[1]?.body)).toContain(person.project);
});

test("what a question points at comes along, and standard error says so before the answer", async () => {
  const person = await personWithModel([{ text: "Fine." }]);
  writeFileSync(join(person.project, "a.txt"), "first\nsecond\n");

  const outcome = await hermes(person, ["-q", "Check @a.txt:2 and @file:gone.txt, ada@mail.example"]);

  expect(outcome).toMatchObject({ code: 0, stdout: "Fine.\n" });
  expect(outcome.stderr).toMatch(
    /^— attached a\.txt:2-2 \(1 line, ≈\d+ tokens\) —\n— gone\.txt is not attached: gone\.txt does not exist —\n$/,
  );
  expect(JSON.stringify(person.server.requests[0]?.body)).toContain("2|second");
});

test("under npm the agent works where the person typed the command", async () => {
  const person = await personWithModel([
    { calls: [{ name: "terminal", arguments: { command: "pwd" } }] },
    { text: "." },
  ]);
  const env = { INIT_CWD: person.project, npm_command: "run-script", npm_lifecycle_event: "start" };

  await hermes(person, ["-q", "Where are we?"], { cwd: person.home, env });

  expect(JSON.stringify(person.server.requests[1]?.body)).toContain(person.project);
});

test("jsonl is the event stream, one object per line, from the turn's start to its end", async () => {
  const person = await personWithModel([
    { text: "Looking.", calls: [{ name: "terminal", arguments: { command: "true" } }] },
    { text: "Done." },
  ]);

  const outcome = await hermes(person, ["-q", "Look", "--output", "jsonl"]);

  const events = outcome.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(events[0]).toMatchObject({ type: "turn-start", turn: 1 });
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "answered", text: "Done." });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["text-delta", "tool-call-start", "tool-call-end"]),
  );
  // Arguments and results are there once, as texts.
  const [start, end] = events.filter(({ type }) => type === "tool-call-start" || type === "tool-call-end");
  expect(start).toMatchObject({ arguments: '{"command":"true"}' });
  expect(start).not.toHaveProperty("input");
  expect(end).toHaveProperty("content");
  expect(end).not.toHaveProperty("output");
  expect(outcome.stderr).toBe("");
});

test("--continue goes on with the conversation of this folder, and nothing sent before changes by a byte", async () => {
  const person = await personWithModel([{ text: "Hello Ada." }, { text: "Your name is Ada." }]);

  await hermes(person, ["-q", "My name is Ada"]);
  const second = await hermes(person, ["-c", "-q", "What is my name?"]);

  expect(second).toMatchObject({ code: 0, stdout: "Your name is Ada.\n" });
  expect(second.stderr).toMatch(/Continuing “My name is Ada” · 2 messages\n {2}hermes: Hello Ada\.\n/);
  const [before, after] = person.server.requests.map(({ raw }) => Buffer.from(raw).toString("utf8"));
  const [head, messages] = splitRequest(before ?? "");
  expect(after?.startsWith(head + messages)).toBe(true);
});

test("-c takes a title, goes on with the newest without one, and leaves the question to -q", async () => {
  const person = await personWithModel(Array.from({ length: 9 }, (_, index) => ({ text: `${index}.` })));
  const asked = (): string => JSON.stringify(person.server.requests.at(-1)?.body);
  for (const [question, title] of [
    ["Ferries to Naxos", "Trip to Naxos"],
    ["Trains to Krakow", "Trip to Krakow"],
  ] as const) {
    await hermes(person, ["-q", question]);
    await hermes(person, ["sessions", "rename", "latest", title]);
  }

  for (const [args, words] of [
    [["-c", "naxos", "-q", "More"], "Ferries"],
    [["chat", "-c", "naxos", "-q", "More"], "Ferries"],
    [["-c", "-q", "More"], "Ferries"],
    [["-cq", "More"], "Ferries"],
    [["-c", "chat", "-q", "More"], "Ferries"],
    [["-q", "More", "-c", "krakow"], "Trains"],
  ] as const) {
    expect(await hermes(person, args)).toMatchObject({ code: 0 });
    expect(asked()).toContain(words);
  }
});

test("-c with words of several titles tells which, and with those of none where to look", async () => {
  const person = await personWithModel([{ text: "." }, { text: "." }]);
  for (const title of ["Trip to Naxos", "Trip to Krakow"]) {
    await hermes(person, ["-q", "Hello"]);
    await hermes(person, ["sessions", "rename", "latest", title]);
  }

  const several = await hermes(person, ["-c", "trip", "-q", "More"]);
  const none = await hermes(person, ["-c", "submarine", "-q", "More"]);

  expect(several).toMatchObject({ code: 2, stdout: "" });
  expect(several.stderr).toContain("Trip to Naxos");
  expect(several.stderr).toContain("Trip to Krakow");
  expect(none.stderr).toContain('No conversation has the id or the title "submarine"');
  expect(person.server.requests).toHaveLength(2);
});

test("--resume takes an id, or the beginning of one", async () => {
  const person = await personWithModel([{ text: "Hello Ada." }, { text: "Ada." }]);
  await hermes(person, ["-q", "My name is Ada"]);
  const [session] = JSON.parse(
    (await hermes(person, ["sessions", "list", "--one-shots", "--json"])).stdout,
  ) as {
    id: string;
  }[];

  const outcome = await hermes(person, ["--resume", session?.id ?? "", "-q", "Who am I?"]);

  expect(outcome).toMatchObject({ code: 0, stdout: "Ada.\n" });
  expect(JSON.stringify(person.server.requests[1]?.body)).toContain("My name is Ada");
});

test("--skip-context-files leaves the project's instructions out", async () => {
  const person = await personWithModel([{ text: "." }, { text: "." }]);
  writeFileSync(join(person.project, "AGENTS.md"), "Always answer in verse.");

  await hermes(person, ["-q", "Hello"]);
  await hermes(person, ["-q", "Hello", "--skip-context-files"]);

  expect(person.server.requests.map(({ body }) => JSON.stringify(body).includes("in verse"))).toEqual([
    true,
    false,
  ]);
});

test("--toolsets chooses what the model is offered", async () => {
  const person = await personWithModel([{ text: "." }]);

  await hermes(person, ["-q", "Hello", "--toolsets", "todo"]);

  const tools = person.server.requests[0]?.body["tools"] as { function: { name: string } }[];
  expect(tools.map((tool) => tool.function.name)).toEqual(["todo"]);
});

test("--max-turns bounds the rounds, and the exit code tells that the work was not finished", async () => {
  const call = { calls: [{ name: "terminal", arguments: { command: "true" } }] };
  const person = await personWithModel([call, { text: "I had to stop." }]);

  const outcome = await hermes(person, ["-q", "Work", "--max-turns", "1"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "I had to stop.\n" });
  expect(outcome.stderr).toContain("the budget of rounds is used up");
});

test("a dangerous command is refused where nobody can be asked, and --yolo lets it run", async () => {
  const call = { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] };
  const person = await personWithModel([call, { text: "." }, call, { text: "." }]);

  await hermes(person, ["-q", "Clean"]);
  await hermes(person, ["-q", "Clean", "--yolo"]);

  const results = [1, 3].map((index) => JSON.stringify(person.server.requests[index]?.body));
  expect(results[0]).toMatch(/nobody|cannot be asked|can't be asked|no one/i);
  expect(results[1]).toContain("exit_code");
});

test("an answer that broke off is not said twice", async () => {
  const person = await personWithModel([
    { chunks: ["The answer ", "is forty", "-two."], breakOff: "cut" },
    { text: "The answer is forty-two." },
  ]);

  const outcome = await hermes(person, ["-q", "What is it?"]);

  expect(outcome.code).toBe(0);
  expect(outcome.stdout.match(/The answer/g)).toHaveLength(1);
});

test("a question of the model is answered at once where nobody is there", async () => {
  const call = { name: "clarify", arguments: { question: "Which colour?", choices: ["red", "green"] } };
  const person = await personWithModel([{ calls: [call] }, { text: "I take red." }]);

  const outcome = await hermes(person, ["-q", "Paint"]);

  expect(outcome).toMatchObject({ code: 0, stdout: "I take red.\n" });
  expect(JSON.stringify(person.server.requests[1]?.body)).toContain("Nobody is at the terminal");
});

test("a key in .env of the home folder is used", async () => {
  const person = await personWithModel([{ text: "Yes." }]);
  writeFileSync(join(person.home, "config.yaml"), "model: { provider: openai, default: gpt-scripted }\n");
  const env = `OPENAI_API_KEY=sk-from-the-file\nOPENAI_BASE_URL=${person.server.openaiUrl}\n`;
  writeFileSync(join(person.home, ".env"), env);

  expect(await hermes(person, ["-q", "Are you there?"])).toMatchObject({ code: 0, stdout: "Yes.\n" });
  expect(person.server.requests[0]?.headers["authorization"]).toBe("Bearer sk-from-the-file");
});

test("a server that asks to wait is asked again, and a remark says so", async () => {
  const person = await personWithModel([
    { status: 429, headers: { "retry-after-ms": "10", "retry-after": "0" } },
    { text: "Now." },
  ]);

  const outcome = await hermes(person, ["-q", "Are you there?"]);

  expect(outcome).toMatchObject({ code: 0, stdout: "Now.\n" });
  expect(outcome.stderr).toMatch(/^— .*try \d in .* —\n$/);
});

test("a closed output pipe ends the work quietly", async () => {
  const chunks = Array.from({ length: 2000 }, (_, index) => `line ${index} ${"x".repeat(200)}\n`);
  const person = await personWithModel([{ chunks }]);
  const child = startHermes(person, ["-q", "Talk"]);
  child.stdout?.once("data", () => child.stdout?.destroy());

  const outcome = await outcomeOf(child);

  expect(outcome).toMatchObject({ code: 141, stderr: "" });
});

test("an interrupted answer ends with exit code 130", async () => {
  const person = await personWithModel([{ text: "I begin", stall: "deltas" }]);
  const child = startHermes(person, ["-q", "Begin"]);
  const ending = outcomeOf(child);
  await person.server.received(1);
  child.kill("SIGINT");

  expect((await ending).code).toBe(130);
});

test("a process that is told to end does so cleanly", async () => {
  const person = await personWithModel([{ text: "I begin", stall: "deltas" }]);
  const child = startHermes(person, ["-q", "Begin"]);
  const ending = outcomeOf(child);
  await person.server.received(1);
  child.kill("SIGTERM");

  expect(await ending).toMatchObject({ code: 143, stderr: "" });
});

/** The bytes before the list of messages, and the list without its end. */
function splitRequest(raw: string): readonly [string, string] {
  const messages = JSON.stringify((JSON.parse(raw) as { messages: unknown }).messages).slice(0, -1);
  const at = raw.indexOf(messages);
  expect(at).toBeGreaterThan(0);
  return [raw.slice(0, at), messages];
}

test("where the home can't be written a question is answered, and it is said that nothing is kept", async () => {
  const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
  const all = join(person.home, "..", "..");
  const mayNot = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  await hermes(person, ["-q", "First"]);
  execFileSync("chmod", ["-R", "a+rX", all]);
  execFileSync("chmod", ["-R", "a-w", person.home]);
  onTestFinished(() => void execFileSync("chmod", ["-R", "u+w", person.home]));

  const asked = await hermes(person, ["-q", "Second"], mayNot);
  const goesOn = await hermes(person, ["--continue", "-q", "Third"], mayNot);

  expect(asked).toMatchObject({ code: 0, stdout: "Two.\n" });
  expect(asked.stderr).toBe(
    `hermes: Nothing of this conversation is kept: ${person.home} can't be written. Choose another folder with HERMES_HOME.\n`,
  );
  expect(goesOn).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be written") });
  const { stdout } = await hermes(person, ["sessions", "list", "--one-shots", "--json"], mayNot);
  expect(stdout.match(/"First"/g)).toHaveLength(1);
  expect(stdout).not.toContain("Second");
});

test("a run at its budget hands back what was said, and hermes usage shows what is left", async () => {
  const plan = [{ id: "1", content: "Write the report", status: "pending" }];
  const person = await personWithModel(
    [{ text: "I plan.", calls: [{ name: "todo", arguments: { todos: plan } }] }, { text: "Never said." }],
    { config: "budget: { session: { requests: 1 } }\n" },
  );

  const outcome = await hermes(person, ["-q", "Report"]);
  const shown = await hermes(person, ["usage", "latest"]);
  const data = await hermes(person, ["usage", "--json"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "I plan.\n" });
  expect(outcome.stderr).toContain("left to do: Write the report");
  expect(outcome.stderr).toContain("Raise budget.session.requests in config.yaml");
  expect(person.server.requests).toHaveLength(1);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toContain("Budget session: 0 of 1 request left");
  expect(JSON.parse(data.stdout)).toMatchObject({ calls: 1, sessions: [{ title: expect.any(String) }] });
  expect(await hermes(person, ["usage", "--day", "--days", "2"])).toMatchObject({ code: 2 });
});
